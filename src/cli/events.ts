import type { Argv } from "yargs";
import { eventAccounts, type EventAccount } from "../events/sender.js";
import {
  countEvents,
  resumeEvents,
  stopReason,
  lastFailed,
  listEvents,
  retryEvents,
  sendAgain,
  type EventCounts,
  type ListedEvent,
} from "../events/queue.js";
import { LadingError, wrongUse } from "../errors.js";
import { feedId } from "../feeds/lists/feed-log.js";
import type { Store } from "../store/store.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import type { Feed, Workspace } from "../workspace/workspace.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
  textsOption,
} from "./command.js";
import { chooseFeeds } from "./feeds/open.js";
import { textTable } from "./feeds/table.js";
import { lookFor } from "./look.js";
import { age, counted, visible } from "../sentence.js";

const options = (yargs: Argv) =>
  yargs
    .positional("action", {
      choices: ["show", "list", "retry"] as const,
      default: "show" as const,
      describe: "What to do. After `retry`, the next run or the daemon sends the notifications",
    })
    .positional("feeds", textsOption("Feeds as account/record-type, or accounts; default: all"))
    .option("id", textOption("Show only the notifications about the entity with this external_id"))
    .option("all", flagOption("Include notifications that were sent"))
    .option("json", flagOption("Print JSON"));

type Options = OptionsOf<typeof options>;

export const events = defineCommand({
  usage: "events [action] [feeds...]",
  examples: [
    ["lading events", "waiting, sent and refused notifications by feed"],
    ["lading events list acme-de/job", "refused and failed notifications, with the platform's response"],
    ["lading events list acme-de/job --id S00012345", "the notification about one entity"],
    ["lading events retry acme-de", "resume a stopped account and send refused notifications again"],
    ["lading events retry acme-de --all", "send everything again, for example to a new platform"],
  ],
  options,

  async run(options, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    const chosen = choose(workspace, options.feeds);
    const use = options.action === "retry" ? "write" : "read";
    return withStore(workspace, terminal.env, use, (store) => {
      if (options.action === "show") return show(store, chosen, options, terminal);
      return options.action === "list"
        ? list(store, chosen, options, terminal)
        : retry(store, chosen, options, terminal);
    });
  },
});

interface EventFeed {
  readonly of: EventAccount;
  readonly feed: Feed;
}

/** Returns the named feeds that send events, or all feeds that send events if no names are given. */
function choose(workspace: Workspace, names: readonly string[] | undefined): readonly EventFeed[] {
  const accounts = eventAccounts(workspace);
  if (accounts.length === 0) {
    throw new LadingError(
      "wrong_use",
      "No account sends events to its platform.",
      "Set `sync: events` and `platform` for an account in lading.yaml.",
    );
  }
  const patterns = names?.map((name) => (workspace.accounts.has(name) ? `${name}/*` : name));
  const named = new Set(chooseFeeds(workspace, patterns));
  const chosen = accounts.flatMap((of) =>
    of.feeds.filter((feed) => named.has(feed)).map((feed) => ({ of, feed })),
  );
  if (chosen.length > 0) return chosen;
  const sending = accounts.flatMap(({ feeds }) => feeds.map(({ name }) => name));
  throw wrongUse(
    sending.length === 0
      ? "No events are sent for any feed. Only feeds of organizations, jobs and invoices send events."
      : `No events are sent for ${names?.join(", ") ?? "any feed"}. Events are sent for ${sending.join(", ")}.`,
  );
}

interface QueueState extends EventCounts {
  readonly feed: string;
  readonly is: "up to date" | "sending" | "failing" | "stopped" | "nothing yet";
  readonly reason: string | undefined;
}

async function queueStateOf({ db }: Store, { of, feed }: EventFeed): Promise<QueueState> {
  const { name } = feed;
  const id = await feedId(db, name);
  const none = { waiting: 0, sent: 0, refused: 0, oldest: undefined };
  if (id === undefined) return { feed: name, ...none, is: "nothing yet", reason: undefined };
  const counts = await countEvents(db, id, of.platform.first_load);
  const reason = await lastFailed(db, id);
  const stopped = await stopReason(db, of.account.name);
  const is =
    stopped !== undefined
      ? "stopped"
      : reason !== undefined
        ? "failing"
        : counts.waiting > 0
          ? "sending"
          : "up to date";
  return { feed: name, ...counts, is, reason };
}

async function show(
  store: Store,
  chosen: readonly EventFeed[],
  { json }: Options,
  terminal: Terminal,
): Promise<ExitCode> {
  const now = new Date();
  const queues: QueueState[] = [];
  for (const one of chosen) queues.push(await queueStateOf(store, one));
  const since = (second: number | undefined) =>
    second === undefined ? undefined : new Date(second * 1000).toISOString();
  if (json) {
    const feeds = queues.map(({ oldest, is, reason, ...rest }) => ({
      ...rest,
      state: is.replaceAll(" ", "_"),
      oldest: since(oldest) ?? null,
      reason: reason ?? null,
    }));
    terminal.stdout.write(`${JSON.stringify({ feeds }, null, 2)}\n`);
    return 0;
  }
  const rows = queues.map(({ feed, is, waiting, sent, refused, oldest, reason }) => {
    const visible = since(oldest);
    return [
      feed,
      is,
      String(waiting),
      String(sent),
      String(refused),
      visible === undefined ? "" : age(visible, now),
      reason ?? "",
    ];
  });
  const headings = ["feed", "state", "waiting", "sent", "refused", "waiting since", "because"];
  terminal.stdout.write(textTable(headings, rows, lookFor(terminal)));
  const next = nextOf(chosen, queues);
  if (next !== undefined) terminal.stdout.write(`\nNext: ${next}\n`);
  return 0;
}

function nextOf(chosen: readonly EventFeed[], queues: readonly QueueState[]): string | undefined {
  const stopped = queues.findIndex(({ is }) => is === "stopped");
  const account = chosen[stopped]?.of.account.name;
  if (account !== undefined)
    return `correct the sign-in settings of ${account}, then run lading events retry ${account}`;
  const refused = queues.find((each) => each.refused > 0);
  return refused === undefined ? undefined : `lading events list ${refused.feed}`;
}

const pageSize = 500;

async function list(
  { db }: Store,
  chosen: readonly EventFeed[],
  { all, id, json }: Options,
  terminal: Terminal,
): Promise<ExitCode> {
  const rows: (ListedEvent & { readonly feed: string })[] = [];
  for (const { feed } of chosen) {
    const number = await feedId(db, feed.name);
    if (number === undefined) continue;
    for (let after: string | undefined; ;) {
      const page = await listEvents(db, number, { all, id, after, limit: pageSize });
      rows.push(...page.map((each) => ({ ...each, feed: feed.name })));
      after = page.at(-1)?.id;
      if (page.length < pageSize) break;
    }
  }
  if (json) {
    const shown = rows.map(({ feed, id: external_id, state, second, tries, at, answer }) => ({
      feed,
      external_id,
      state,
      updated_at: new Date(second * 1000).toISOString(),
      tries,
      last_tried: at === "" ? null : at,
      answer,
    }));
    terminal.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    return 0;
  }
  if (rows.length === 0) {
    const what =
      id !== undefined
        ? "There are no notifications about this entity."
        : all
          ? "There are no notifications yet."
          : "No notification was refused or failed.";
    terminal.stderr.write(`${what}\n`);
    return 0;
  }
  const headings = ["feed", "external_id", "state", "updated_at", "tries", "last tried", "response"];
  const lines = rows.map(({ feed, id: external_id, state, second, tries, at, answer }) => [
    feed,
    external_id,
    state,
    new Date(second * 1000).toISOString().slice(0, 19) + "Z",
    String(tries),
    at === "" ? "" : `${at.slice(0, 19)}Z`,
    answerText(answer),
  ]);
  terminal.stdout.write(textTable(headings, lines, lookFor(terminal)));
  return 0;
}

/**
 * Formats the platform's response to a notification as one line. Replaces control characters, which could affect the
 * terminal.
 */
function answerText({ reason, code, message, details, int_req_id }: ListedEvent["answer"]): string {
  if (reason !== undefined) return reason;
  const reasons = (details ?? []).map(({ field, message: each }) =>
    field === null ? each : `${field} ${each}`,
  );
  const parts = [code, message, ...reasons].filter((part) => part !== undefined && part !== "");
  if (int_req_id !== undefined) parts.push(`(request ${int_req_id})`);
  return visible(parts.join(" · "));
}

async function retry(
  { db }: Store,
  chosen: readonly EventFeed[],
  { id, all, json }: Options,
  terminal: Terminal,
): Promise<ExitCode> {
  const accounts = new Set(chosen.map(({ of }) => of.account.name));
  let notifications = 0;
  for (const { feed } of chosen) {
    const number = await feedId(db, feed.name);
    if (number === undefined) continue;
    const isAgain = all || id !== undefined;
    notifications += await (isAgain ? sendAgain(db, number, id) : retryEvents(db, number));
  }
  if (id !== undefined && notifications === 0) {
    throw wrongUse(
      `There are no notifications about ${JSON.stringify(id)} in ${chosen.map(({ feed }) => feed.name).join(", ")}.`,
    );
  }
  for (const account of accounts) await resumeEvents(db, account);
  if (json) terminal.stdout.write(`${JSON.stringify({ accounts: [...accounts], notifications })}\n`);
  else
    terminal.stderr.write(
      `${counted(notifications, "notification")} will be sent again by the next \`lading run\` or by \`lading watch\`.\n`,
    );
  return 0;
}
