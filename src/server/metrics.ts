import type { NoticeHealth } from "../notify/notice-health.js";
import { healths, type Status } from "./status.js";

/** `/metrics` in the text format of Prometheus. Labels are names of the workspace and codes, never values of records. */

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
      const lines = heading("lading_http_requests_total", "counter", "Answers by route and status.");
      for (const [route, ofRoute] of counts) {
        for (const [status, count] of ofRoute)
          lines.push(`lading_http_requests_total${labels({ route, status })} ${count}`);
      }
      const name = "lading_http_request_duration_seconds";
      lines.push(...heading(name, "histogram", "Time to the start of the answer."));
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
    ...gauge("lading_http_open_connections", "Open connections of the lists' port.", openConnections, (n) => [
      ["", n],
    ]),
    ...gauge("process_resident_memory_bytes", "Memory of the server.", process.memoryUsage.rss(), (n) => [
      ["", n],
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The same without a server, of a run that is over: what node_exporter's textfile collector reads. */
export function runMetricsText(status: Status, exitCode: number, now: Date): string {
  const lines = [
    ...workspaceMetrics(status, now),
    ...gauge("lading_run_ended_timestamp_seconds", "End of the last `lading run`.", now, (at) => [
      ["", at.getTime() / 1000],
    ]),
    ...gauge("lading_run_exit_code", "What that run ended with.", exitCode, (code) => [["", code]]),
  ];
  return `${lines.join("\n")}\n`;
}

function workspaceMetrics(status: Status, now: Date): string[] {
  const last = status.runs.at(-1);
  return [
    ...feedMetrics(status, now),
    ...gauge(
      "lading_fault_feeds",
      "Feeds that a host, a source, an output or a machine keeps from being worked on.",
      status.faults,
      (all) => all.map(({ where, feeds }) => [labels({ where }), feeds.length]),
    ),
    ...gauge(
      "lading_ending_days_left",
      "Days until a login, certificate, token or client secret ends; only below 30.",
      status.endings,
      (all) => all.map(({ what, name, days_left }) => [labels({ what, name }), days_left]),
    ),
    ...noticeMetrics(status),
    ...outboxMetrics(status, now),
    ...gauge(
      "lading_last_run_timestamp_seconds",
      "Start of the last run that decided a delivery.",
      last,
      (run) => [["", Date.parse(run.startedAt) / 1000]],
    ),
    ...gauge("lading_last_run_duration_seconds", "Length of that run.", last, (run) => [["", run.seconds]]),
    ...gauge("lading_last_run_rows", "Rows read and rejected in that run.", last, (run) => [
      [labels({ outcome: "read" }), run.rows],
      [labels({ outcome: "rejected" }), run.rejectedRows],
    ]),
    ...gauge("lading_last_run_deliveries", "Deliveries decided in that run.", last, (run) =>
      (["published", "unchanged", "rejected", "held"] as const).map((outcome) => [
        labels({ outcome }),
        run[outcome],
      ]),
    ),
  ];
}

function noticeMetrics({ notices }: Status): string[] {
  const of = (count: (notice: NoticeHealth) => number) => (all: readonly NoticeHealth[]) =>
    all.map((notice) => [labels({ channel: notice.channel }), count(notice)] as const);
  return [
    ...gauge(
      "lading_notification_failures",
      "Failed tries in a row of a way to tell people.",
      notices,
      of(({ failures }) => failures),
    ),
    ...gauge(
      "lading_notifications_waiting",
      "Notices that wait for the next try.",
      notices,
      of(({ waiting }) => waiting),
    ),
    ...gauge(
      "lading_notifications_given_up",
      "Notices that were given up after two days.",
      notices,
      of(({ given_up }) => given_up),
    ),
  ];
}

function outboxMetrics({ outboxes }: Status, now: Date): string[] {
  return [
    ...gauge(
      "lading_outbox_invoices",
      "Invoices that the platform posted, by where they stand.",
      outboxes,
      (all) =>
        all.flatMap((outbox) =>
          (["waiting", "doubtful", "refused", "imported"] as const).map((state): [string, number] => [
            labels({ account: outbox.account, state }),
            outbox[state],
          ]),
        ),
    ),
    ...gauge(
      "lading_outbox_oldest_age_seconds",
      "Time since the oldest invoice was posted that the FFS is not known to have.",
      outboxes,
      (all) =>
        all.map(({ account, oldest }) => [
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
  const age = (instant: string) => Math.max(0, (now.getTime() - Date.parse(instant)) / 1000);
  return [
    ...gauge("lading_publication_number", "Number of the current publication.", published, (all) =>
      all.map(({ key, number }) => [key, number]),
    ),
    ...gauge("lading_publication_records", "Records of the current publication.", published, (all) =>
      all.map(({ key, records }) => [key, records]),
    ),
    ...gauge("lading_publication_age_seconds", "Time since the list last changed.", published, (all) =>
      all.map(({ key, publishedAt }) => [key, age(publishedAt)]),
    ),
    ...gauge(
      "lading_confirmed_age_seconds",
      "Time since a delivery last confirmed the list.",
      published,
      (all) => all.map(({ key, confirmedAt }) => [key, age(confirmedAt)]),
    ),
    ...gauge("lading_feed_health", "1 for the state that the feed is in.", feeds, (all) =>
      all.flatMap((feed) =>
        healths.map((state): [string, number] => [
          labels({ feed: feed.feed, health: state }),
          feed.health === state ? 1 : 0,
        ]),
      ),
    ),
    ...gauge(
      "lading_last_delivery_rows",
      "Rows read and rejected of the delivery that came last.",
      feeds,
      (all) =>
        all.flatMap(({ feed, lastRows }): [string, number][] =>
          lastRows === undefined
            ? []
            : [
                [labels({ feed, outcome: "read" }), lastRows.read],
                [labels({ feed, outcome: "rejected" }), lastRows.rejected],
              ],
        ),
    ),
    ...gauge("lading_held_deliveries", "Deliveries that wait for a person.", feeds, (all) =>
      all.map((feed) => [labels({ feed: feed.feed }), feed.held.length]),
    ),
  ];
}

function gauge<T>(
  name: string,
  help: string,
  of: T | undefined,
  samples: (of: T) => readonly (readonly [labels: string, value: number])[],
): string[] {
  const rows = of === undefined ? [] : samples(of);
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
