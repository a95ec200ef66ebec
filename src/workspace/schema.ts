import { z } from "zod";
import { serveSchema } from "../formats/output/served.js";
import { forEditors } from "../mapping/grammar.js";
import { accountSchema } from "../model/account.js";
import { renameSchema } from "../model/renames.js";
import { sourceSchema } from "../connectors/sources/index.js";
import { feedSchema } from "./feed-settings.js";
import { logSchema } from "./log-settings.js";
import { notifySchema } from "../connectors/alerts/notify-settings.js";
import { outboxSchema } from "./outbox-settings.js";
import { outputSchema } from "./output-settings.js";
import { platformSchema } from "../connectors/platform/platform-settings.js";
import { retentionSchema } from "./retention-settings.js";
import { option, path, secretReference, yesNo } from "../model/scalars.js";
import { serverSettingsSchema } from "./server-settings.js";

/** The schema of `lading.yaml`. This schema validates the file and is the source for editor completion. */

/** Names are used as folder names, so they may contain only plain characters. */
const plainName = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const name = z.string().regex(plainName, "a name that consists of a-z, 0-9, - and _, such as acme-de");

const accountName = name.meta({ description: "Name of the account, such as acme-de." });

export const workspaceSchema = z.strictObject({
  lading: z.literal("1").meta({ description: "Version of the configuration format.", examples: ["1"] }),
  data: option(path(), "Folder for Lading's state, relative to the workspace. Default: `data`.", "data"),
  database: option(
    secretReference(),
    "URL of a PostgreSQL database, which several machines can share. Default: SQLite in the data folder.",
    "env:LADING_DATABASE_URL",
  ),
  accounts_from: option(
    path(),
    "A CSV file or a workbook with one account per row. The table contains the column `account` and columns for account settings. All other columns are parameters.",
    "accounts.csv",
  ),
  accounts: z
    .record(
      accountName,
      accountSchema.extend({
        serve: option(serveSchema, "Settings for serving this account's lists over HTTP.", {
          blank: "absent",
        }),
        rename: option(
          renameSchema,
          "The platform's names for fields, by record type and Lading's field name. Element fields have the form `accruals.description`. An asterisk in `docs/recommended-format.md` marks the fields that can be renamed.",
          { job: { number: "job_number" } },
        ),
        sync: option(
          z.enum(["events", "polling"]),
          "How changes to individually fetched records reach the platform. `polling`: the platform queries time windows at `GET /orgs`, `GET /jobs` and `GET /payables-invoices`. Without `polling`, these paths return 404. `events`: Lading notifies `platform` of each change. Without `events`, Lading sends no notifications.",
          "polling",
        ),
        platform: option(
          platformSchema,
          "The platform to which Lading sends event notifications with `sync: events`, and how Lading signs in.",
          { url: "https://platform.example/api", token: "env:PLATFORM_TOKEN" },
        ),
        outbox: option(
          outboxSchema,
          "Destination of invoices that the platform posts. Without `outbox`, Lading does not accept invoices.",
          { layout: "layouts/acme/payables-invoice.yaml", folder: "to-ffs" },
        ),
      }),
    )
    .meta({
      description: "The accounts. An account is one company of a partner in one country.",
      examples: [{ "acme-de": { country: "DE", zone: "Europe/Berlin" } }],
    }),
  sources: z.record(name, sourceSchema).meta({
    description: "Locations where files arrive.",
    examples: [{ "acme-inbox": { folder: "inbox/acme" } }],
  }),
  defaults: option(feedSchema.partial(), "Defaults for all feeds.", {
    source: "inbox",
    settle: "final_name",
    expect: "weekdays by 06:00 Europe/Berlin",
  }),
  feeds: z
    .record(z.string().regex(/^[^/]+\/[^/]+$/, "account/record-type, such as acme-de/staff"), feedSchema)
    .meta({
      description:
        "One feed for each account and record type, named account/record-type. If the account in the name contains `*`, there is one feed for each matching account.",
      examples: [
        {
          "acme-de/staff": { source: "acme-inbox", files: "staff*.csv", mapping: "mappings/acme/staff.yaml" },
        },
      ],
    }),
  outputs: option(z.record(name, outputSchema), "Locations where Lading writes normalized files.", {
    lists: { folder: "out" },
  }),
  server: option(serverSettingsSchema, "Settings for serving the lists over HTTP.", { port: "8480" }),
  retention: option(retentionSchema, "How long Lading keeps old lists, deliveries, history and reports.", {
    archive: { at_least: "30", for: "90 d" },
  }),
  notify: option(notifySchema, "Channels through which Lading sends alerts.", {
    webhook: "env:LADING_WEBHOOK",
    on: ["held", "rejected"],
  }),
  log: option(logSchema, "Settings for the log on standard error.", { level: "info", format: "json" }),
  reports: option(
    z.strictObject({
      staff_values: option(
        yesNo(),
        "`true`: reports show values from staff records. Default: reports do not show them.",
        "true",
      ),
    }),
    "Settings for run reports.",
    { staff_values: "true" },
  ),
});

export type WorkspaceSettings = z.infer<typeof workspaceSchema>;

/** The schema of `lading.yaml` as written, before shorthand is expanded (`expand.ts`). */
export const writtenSchema = workspaceSchema.extend({
  accounts: workspaceSchema.shape.accounts.optional(),
  sources: z.record(z.string(), sourceSchema).meta(z.globalRegistry.get(workspaceSchema.shape.sources) ?? {}),
  feeds: z
    .record(workspaceSchema.shape.feeds.keyType, feedSchema.partial())
    .meta(z.globalRegistry.get(workspaceSchema.shape.feeds) ?? {}),
});

export function workspaceJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(writtenSchema, {
    io: "input",
    unrepresentable: "any",
    // Zod omits examples of transformed values because it assumes that they are outputs, although these examples are
    // inputs.
    override({ zodSchema, jsonSchema }) {
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  });
  return {
    ...forEditors(schema),
    title: "Lading workspace",
    description: "Accounts, sources, feeds, outputs and the server of one workspace.",
  };
}
