import { secondsOf, type LastRun } from "../feeds/reports/runs.js";
import { needsAttention } from "../feeds/health/problem.js";
import { healths, type Status } from "../feeds/health/status.js";

/**
 * `/metrics` in the Prometheus text format. Labels contain codes and names from the workspace, but never values from
 * records.
 */

export interface RequestCounts {
  readonly answered: (route: string, status: number, seconds: number) => void;
  readonly lines: () => readonly string[];
}

const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

export function countRequests(): RequestCounts {
  const counts = new Map<string, Map<number, number>>();
  const durations = new Map<string, { readonly within: number[]; sum: number; count: number }>();
  return {
    answered(route, status, seconds) {
      let ofRoute = counts.get(route);
      if (ofRoute === undefined) counts.set(route, (ofRoute = new Map<number, number>()));
      ofRoute.set(status, (ofRoute.get(status) ?? 0) + 1);
      let duration = durations.get(route);
      if (duration === undefined) {
        duration = { within: buckets.map(() => 0), sum: 0, count: 0 };
        durations.set(route, duration);
      }
      const { within } = duration;
      for (let i = buckets.length - 1; i >= 0 && seconds <= (buckets[i] ?? 0); i--)
        within[i] = (within[i] ?? 0) + 1;
      duration.sum += seconds;
      duration.count += 1;
    },
    lines() {
      const lines = heading("lading_http_requests_total", "counter", "Responses by route and status.");
      for (const [route, ofRoute] of counts) {
        for (const [status, count] of ofRoute)
          lines.push(`lading_http_requests_total${labels({ route, status })} ${count}`);
      }
      const name = "lading_http_request_duration_seconds";
      lines.push(...heading(name, "histogram", "Time from the request to the start of the response."));
      for (const [route, { within, sum, count }] of durations) {
        buckets.forEach((bound, i) => {
          lines.push(`${name}_bucket${labels({ route, le: bound })} ${within[i] ?? 0}`);
        });
        lines.push(
          `${name}_bucket${labels({ route, le: "+Inf" })} ${count}`,
          `${name}_sum${labels({ route })} ${sum}`,
          `${name}_count${labels({ route })} ${count}`,
        );
      }
      return lines;
    },
  };
}

export function metricsText(
  status: Status,
  requests: RequestCounts,
  openConnections: number,
  now: Date,
): string {
  const lines = [
    ...workspaceMetrics(status, now),
    ...requests.lines(),
    ...gauge("lading_http_open_connections", "Open connections on the port that serves the lists.", [
      ["", openConnections],
    ]),
    ...gauge("process_resident_memory_bytes", "Memory used by the server.", [
      ["", process.memoryUsage.rss()],
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns the metrics of a completed run, for node_exporter's textfile collector. Server metrics are omitted. */
export function runMetricsText(status: Status, exitCode: number, now: Date): string {
  const lines = [
    ...workspaceMetrics(status, now),
    ...gauge("lading_run_ended_timestamp_seconds", "Time when the last `lading run` ended.", [
      ["", now.getTime() / 1000],
    ]),
    ...gauge("lading_run_exit_code", "Exit code of the last `lading run`.", [["", exitCode]]),
  ];
  return `${lines.join("\n")}\n`;
}

function workspaceMetrics(status: Status, now: Date): string[] {
  const { faults = [], endings = [] } = status;
  return [
    ...problemMetrics(status),
    ...feedMetrics(status, now),
    ...gauge(
      "lading_fault_feeds",
      "Feeds that a fault affects, by the location of the fault, such as a host, a source, an output or a machine.",
      [...new Set(faults.map(({ where }) => where))].map((where) => {
        const there = faults.filter((fault) => fault.where === where);
        return [labels({ where }), new Set(there.flatMap(({ feeds }) => feeds)).size];
      }),
    ),
    ...gauge(
      "lading_ending_days_left",
      "Days until a login, certificate, token, client secret or access key expires. Exported starting 14 days before expiration.",
      endings.map(({ what, name, days_left }) => [labels({ what, name }), days_left]),
    ),
    ...workerMetrics(status),
    ...alertMetrics(status),
    ...outboxMetrics(status, now),
    ...lastRunMetrics(status.runs.at(-1)),
  ];
}

/** Returns the number of problems that `lading status` lists, by code and severity. Notes are not counted. */
function problemMetrics({ problems }: Status): string[] {
  const counts = new Map<string, number>();
  for (const { code, severity } of problems.filter(needsAttention)) {
    const key = labels({ code, severity });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return gauge(
    "lading_problems",
    "Problems that need attention, by code and severity. A problem with the same cause in more than three feeds counts once.",
    [...counts],
  );
}

function lastRunMetrics(last: LastRun | undefined): string[] {
  if (last === undefined) return [];
  const { rows, rejected_rows: rejected } = last;
  const began = Date.parse(last.started_at) / 1000;
  return [
    ...gauge(
      "lading_last_run_timestamp_seconds",
      "Start of the last run that processed a delivery or encountered a fault.",
      [["", began]],
    ),
    ...gauge("lading_last_run_duration_seconds", "Duration of the last run.", [["", secondsOf(last)]]),
    ...gauge("lading_last_run_rows", "Rows in the last run, by outcome.", [
      [labels({ outcome: "read" }), rows],
      [labels({ outcome: "rejected" }), rejected],
    ]),
    ...gauge(
      "lading_last_run_deliveries",
      "Deliveries processed in the last run, by outcome.",
      (["published", "unchanged", "rejected", "held"] as const).map((outcome) => [
        labels({ outcome }),
        last[outcome],
      ]),
    ),
    ...gauge("lading_last_run_failed_feeds", "Feeds that could not be processed in the last run.", [
      ["", last.failed],
    ]),
  ];
}

function workerMetrics({ workers }: Status): string[] {
  if (workers === undefined) return [];
  const standing = workers.filter(({ paused }) => paused).length;
  return gauge("lading_workers", "Workers that share the workspace, by state.", [
    [labels({ state: "works" }), workers.length - standing],
    [labels({ state: "paused" }), standing],
  ]);
}

function alertMetrics({ alerts = [] }: Status): string[] {
  const of = (count: "failures" | "waiting" | "given_up") =>
    alerts.map((alert) => [labels({ channel: alert.channel }), alert[count]] as const);
  return [
    ...gauge("lading_notification_failures", "Consecutive failures, by alert channel.", of("failures")),
    ...gauge(
      "lading_notifications_waiting",
      "Alerts that are waiting for the next attempt, by channel.",
      of("waiting"),
    ),
    ...gauge(
      "lading_notifications_given_up",
      "Alerts that were dropped after two days of failed attempts, by channel. The next delivered alert resets the number.",
      of("given_up"),
    ),
  ];
}

function outboxMetrics({ outboxes = [] }: Status, now: Date): string[] {
  return [
    ...gauge(
      "lading_outbox_invoices",
      "Invoices that the platform posted, by state.",
      outboxes.flatMap((outbox) =>
        (["waiting", "doubtful", "refused", "imported"] as const).map(
          (state) => [labels({ account: outbox.account, state }), outbox[state]] as const,
        ),
      ),
    ),
    ...gauge(
      "lading_outbox_oldest_age_seconds",
      "Age of the oldest posted invoice that the FFS has not acknowledged. 0 if there is none.",
      outboxes.map(({ account, oldest }) => [
        labels({ account }),
        oldest === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(oldest.postedAt)) / 1000),
      ]),
    ),
  ];
}

function feedMetrics({ feeds }: Status, now: Date): string[] {
  const published = feeds.flatMap((feed) =>
    feed.publication === undefined ? [] : [{ key: labels({ feed: feed.feed }), ...feed.publication }],
  );
  type Published = (typeof published)[number];
  const of = (value: (one: Published) => number) => published.map((one) => [one.key, value(one)] as const);
  const age = (instant: string) => Math.max(0, (now.getTime() - Date.parse(instant)) / 1000);
  return [
    ...gauge(
      "lading_publication_number",
      "Number of the current version of the list.",
      of(({ number }) => number),
    ),
    ...gauge(
      "lading_publication_records",
      "Number of records in the current version of the list.",
      of(({ records }) => records),
    ),
    ...gauge(
      "lading_publication_age_seconds",
      "Time since the list last changed.",
      of(({ publishedAt }) => age(publishedAt)),
    ),
    ...gauge(
      "lading_confirmed_age_seconds",
      "Time since a delivery last changed or confirmed the list.",
      of(({ confirmedAt }) => age(confirmedAt)),
    ),
    ...gauge(
      "lading_feed_health",
      "1 for the feed's current state, 0 for all other states.",
      feeds.flatMap(({ feed, health: own }) =>
        healths.map((health) => [labels({ feed, health }), own === health ? 1 : 0] as const),
      ),
    ),
    ...gauge(
      "lading_last_delivery_rows",
      "Rows in the last delivery, by outcome.",
      feeds.flatMap(({ feed, lastRows = {} }) =>
        Object.entries(lastRows).map(([outcome, rows]) => [labels({ feed, outcome }), rows] as const),
      ),
    ),
    ...gauge(
      "lading_held_deliveries",
      "Deliveries that are waiting for a person's decision.",
      feeds.map(({ feed, held }) => [labels({ feed }), held.length]),
    ),
  ];
}

function gauge(
  name: string,
  help: string,
  rows: readonly (readonly [labels: string, value: number])[],
): string[] {
  if (rows.length === 0) return [];
  return [...heading(name, "gauge", help), ...rows.map(([key, value]) => `${name}${key} ${value}`)];
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labels(pairs: Readonly<Record<string, string | number>>): string {
  const escape = (text: string) =>
    text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `{${Object.entries(pairs)
    .map(([name, value]) => `${name}="${escape(String(value))}"`)
    .join(",")}}`;
}
