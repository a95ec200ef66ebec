import { z } from "zod";
import type { Schedule } from "../model/schedule.js";
import { guardSchema } from "../model/guard-limits.js";
import { count, duration, oneOrMore, option, path, yesNo } from "../model/scalars.js";

/** Settings for a feed in `lading.yaml`. A feed receives the records of one type for one account. */

const rowsSchema = z.strictObject({
  from: option(count(), "Minimum number of rows.", "20"),
  to: option(count(), "Maximum number of rows.", "400"),
});

const expectSchema = z.strictObject({
  rows: option(rowsSchema, "Allowed number of rows in each delivery.", { from: "20", to: "400" }),
  columns: option(
    z.record(z.string(), oneOrMore(z.string())),
    "Columns of the list, each with the values that it may contain.",
    { is_active: ["true"] },
  ),
  delivery: option(
    schedule(),
    "When a delivery is due. If the delivery is late, the feed is reported as stale, but the feed's list is still served.",
    "weekdays by 06:00 Europe/Berlin",
    "every 24 h",
  ),
});

const fileName = z.string().min(1);

const memberSchema = z.union([
  fileName,
  z.strictObject({
    name: fileName.meta({
      description: "Name of the file. `{batch}` is the part of the name that all files of a delivery share.",
      examples: ["cost-{batch}.csv"],
    }),
    optional: option(
      yesNo(),
      "`true`: the file may be missing. `batch` specifies how long Lading waits for the file.",
      "true",
    ),
    many: option(
      yesNo(),
      "`true`: files with a few records each, such as messages. All files that are present form one delivery, in the order of their names.",
      "true",
    ),
  }),
]);

const batchSchema = z.strictObject({
  marker: option(
    fileName,
    "Name of the file that signals that a batch is complete. Lading waits for this file.",
    "end-{batch}.txt",
  ),
  optional_after: option(
    duration(),
    "How long to wait for optional files after the batch last received a file.",
    "30 min",
  ),
  alert_after: option(
    duration(),
    "How long an incomplete batch may go without a new file before Lading sends an alert. Default: 1 h.",
    "2 h",
  ),
});

export const feedSchema = z.strictObject({
  source: oneOrMore(z.string()).meta({
    description: "Where files arrive: one or more sources in the workspace.",
    examples: ["acme-inbox"],
  }),
  files: z
    .union([
      oneOrMore(fileName),
      z.record(z.string().regex(/^[a-z][a-z0-9_]*$/, "a lowercase name"), memberSchema),
    ])
    .meta({
      description:
        "File names of this feed. Case is ignored. `*` matches any characters, `?` one character, and `{part}`, `{sequence}` and `{date:yyyyMMdd}` match a part, a number and a date. If you give each pattern a name, the files of one `{batch}`, or all files (`many`), form one delivery. `platform`: the platform's names for flat files, such as `jobs-1767225600.csv`. Such files are complete when they appear.",
      examples: [
        "staff*.csv",
        "charges_{part}_{date:yyyyMMdd}.xlsx",
        { jobs: "job-{batch}.csv", costs: { name: "cost-{batch}.csv", optional: "true" } },
      ],
    }),
  batch: option(
    batchSchema,
    "When a delivery of several files is complete, and when Lading reports an incomplete delivery.",
    { marker: "end-{batch}.txt" },
  ),
  shared: option(yesNo(), "`true`: other feeds may claim the same files.", "true"),
  mapping: option(
    path(),
    "The mapping file. If omitted, the files must be in the recommended format.",
    "mappings/acme/staff.yaml",
  ),
  delivery: option(
    z.enum(["full", "delta"]),
    "`full` (default): each file contains the whole list. `delta`: each file contains only changes.",
    "full",
  ),
  parts: option(
    z.array(z.string().min(1)).min(1),
    "Names of the parts of the list, each of which is a separate file. Each pattern in `files` must contain `{part}`.",
    ["ham", "muc"],
  ),
  settle: option(
    z.union([
      z.literal("final_name"),
      z.strictObject({
        done_file: z
          .string()
          .min(1)
          .meta({
            description:
              "Name of the done file, which signals that a delivered file is complete. `{name}` is the name of the delivered file, and `{stem}` is this name without its extension.",
            examples: ["{name}.done"],
          }),
      }),
      z.strictObject({
        for: duration().meta({ description: "How long a file must stay unchanged.", examples: ["10 s"] }),
      }),
    ]),
    "When a file is complete. `{ for: 10 s }`: after the file has not changed for this time (default: 10 s in folders, 60 s on SFTP). `{ done_file: '{name}.done' }`: when its done file exists. `final_name`: immediately, because files appear under their final names.",
    { for: "10 s" },
  ),
  missing: option(
    z.enum(["deactivate", "remove", "keep"]),
    "What happens to records that are missing from a full delivery. Overrides `missing` in the mapping.",
    "deactivate",
  ),
  first: option(
    z.literal("publish"),
    "`publish`: the first delivery is published without approval.",
    "publish",
  ),
  expect: option(
    z.union([schedule().transform((delivery) => ({ delivery })), expectSchema]),
    "Required contents of deliveries, and when deliveries are due.",
    "weekdays by 06:00 Europe/Berlin",
    { rows: { from: "20", to: "400" } },
  ),
  holidays: option(
    path(),
    "A text file with days on which no delivery is due: one `yyyy-MM-dd` per line, optionally followed by a note.",
    "holidays-de.txt",
  ),
  expect_change_every: option(duration(), "The list is stale if it has not changed for this long.", "30 d"),
  guard: option(guardSchema, "Guard limits that differ from the defaults.", {
    rows_below: "60%",
    rekeyed: "off",
  }),
});

export type FeedSettings = z.infer<typeof feedSchema>;

const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function schedule() {
  return z
    .string()
    .regex(
      /^(?:every \d+ ?(?:min|h|d)|(?:daily|weekdays|[a-z]{3}(?:,[a-z]{3})*) by \d{2}:\d{2}(?: [A-Za-z_+-]+(?:\/[A-Za-z_+-]+)*)?)$/,
      "a time such as `weekdays by 06:00 Europe/Berlin` or `every 24 h`",
    )
    .transform((text, context): Schedule => {
      const [first = "", second = "", time = "", zone] = text.split(" ");
      if (first === "every") {
        const span = duration().safeParse(text.slice("every ".length));
        return { kind: "every", span: span.success ? span.data : 0 };
      }
      const days =
        first === "daily"
          ? [0, 1, 2, 3, 4, 5, 6]
          : first === "weekdays"
            ? [1, 2, 3, 4, 5]
            : first.split(",").map((name) => dayNames.indexOf(name));
      const [hour = 0, minute = 0] = time.split(":").map(Number);
      if (second !== "by" || days.includes(-1) || hour > 23 || minute > 59) {
        context.addIssue({ code: "custom", message: "a time such as `weekdays by 06:00 Europe/Berlin`" });
      }
      return { kind: "by", days, hour, minute, zone };
    });
}
