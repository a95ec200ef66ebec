import { z } from "zod";
import { parsePin } from "../../store/credentials/host-keys.js";
import {
  bytes,
  count,
  duration,
  oneOrMore,
  option,
  path,
  secretReference,
  workers,
  yesNo,
} from "../../model/scalars.js";
import {
  standardDeadlines,
  standardLimits,
  type AfterSftp,
  type SftpDirectory,
  type SftpSettings,
} from "../sftp/settings.js";
import { day } from "../../model/time-spans.js";

const pin = z
  .string()
  .refine(
    (text) => parsePin(text) !== undefined,
    "a fingerprint such as `SHA256:...` (43 characters), or a whole key such as `ssh-ed25519 AAAA...`",
  );

/** A directory. A leading `./` and a trailing slash are removed. */
const directory = z
  .string()
  .min(1)
  .max(1024)
  // The check is a refinement because a pattern would appear in the JSON Schema, and not all editors support `\p{Cc}`.
  .refine((text) => !/\p{Cc}/u.test(text), "a path without control characters")
  .transform((text) => text.replace(/^(?:\.\/+)+(?=.)/, "").replace(/(?<=.)\/+$/, ""));

const after = z
  .union([
    z.enum(["none", "delete"]),
    z.strictObject({
      move: directory.meta({
        description: "Directory on the server to which processed files are moved.",
        examples: ["done"],
      }),
    }),
    z.strictObject({
      rename: z
        .string()
        .regex(/^\.[A-Za-z0-9._-]{1,30}$/, "an extension with a dot, such as .taken")
        .meta({ description: "Extension to add to the names of processed files.", examples: [".taken"] }),
    }),
  ])
  .transform((stated): AfterSftp => {
    if (stated === "none" || stated === "delete") return { action: stated };
    if ("move" in stated) return { action: "move", directory: stated.move };
    return { action: "rename", ending: stated.rename };
  });

function timeout(description: string, example: string) {
  return option(duration(), description, example);
}

/** Complete example for editors and the reference. */
export const exampleDirectory = {
  host: "sftp.acme.example",
  user: "lading",
  key: "file:secrets/acme_ed25519",
  directory: "/outgoing",
};

const directoryFields = {
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{1,253}$/, "a host name or an address")
    .meta({ description: "Name or address of the server.", examples: ["sftp.acme.example"] }),
  port: option(
    count().pipe(z.number().int().min(1, "a port from 1 to 65535").max(65535, "a port from 1 to 65535")),
    "Port of the server. Default: 22.",
    "2222",
  ),
  user: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: "User name for logging in.", examples: ["lading"] }),
  password: option(secretReference(), "Reference to the password.", "env:ACME_SFTP_PASSWORD"),
  key: option(secretReference(), "Reference to the private key.", "file:secrets/acme_ed25519"),
  passphrase: option(secretReference(), "Reference to the passphrase for the key.", "env:ACME_PASSPHRASE"),
  expires: option(
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, "a day such as 2027-03-31")
      .refine((text) => isDay(text), "a valid date, such as 2027-03-31")
      .transform((text) => new Date(Date.parse(text) + day)),
    "The last day (UTC) on which the key or password is valid. Lading warns you 14 days in advance.",
    "2027-03-31",
  ),
  directory: directory.meta({
    description:
      "Directory on the server. A path that does not start with / is relative to the user's home directory.",
    examples: ["/outgoing"],
  }),
  host_key: option(
    oneOrMore(pin),
    "The server's host key, as a fingerprint or as a type and a key. While the server's key is being changed, list both keys. `lading trust` shows the key.",
    "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s",
  ),
  known_hosts: option(
    oneOrMore(path()),
    "Additional known_hosts files in OpenSSH format. The workspace's own `known_hosts` is always used.",
    "keys/known_hosts",
  ),
  legacy_algorithms: option(
    yesNo(),
    "`true`: allow this server to use algorithms that are no longer secure. Each use is logged.",
    "true",
  ),
  deadlines: option(
    z.strictObject({
      connect: timeout("How long connecting and logging in may take. Default: 20 s.", "20 s"),
      request: timeout("How long to wait for each server response. Default: 30 s.", "30 s"),
      list: timeout(
        "How long to wait for more file names while a directory is being listed. Default: 60 s.",
        "60 s",
      ),
      idle: timeout("How long a transfer may go without data. Default: 30 s.", "60 s"),
      grace: timeout(
        "Time for fetching a file, in addition to the time required at the speed `slowest`. Default: 60 s.",
        "60 s",
      ),
      end: timeout("How long closing a connection may take. Default: 5 s.", "5 s"),
      slowest: option(bytes(), "Minimum bytes per second while a file is fetched. Default: 4 kB.", "4 kB"),
    }),
    "Time limits for connecting, server responses, listings and transfers, and for closing the connection.",
    { idle: "60 s" },
  ),
};

/** Rejects dates such as February 31, which `Date` would convert to March 3. */
function isDay(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const sftp = z
  .strictObject({
    ...directoryFields,
    poll: option(
      duration().refine((span) => span >= 1_000, "a time span of 1 s or more"),
      "Interval at which `lading watch` lists the directory, at least 1 s. Default: 5 min.",
      "10 min",
    ),
    compare_every: option(
      duration().refine((span) => span >= 60_000, "a time span of 1 min or more"),
      "Interval at which files that stay on the server are fetched again to detect changes in their content, at least 1 min. Default: never.",
      "24 h",
    ),
    follow_links: option(
      yesNo(),
      "`true`: a link is treated as the file that it points to. By default, links are ignored. Set this option only if you trust everyone who can create links in the directory.",
      "true",
    ),
    after_success: option(
      after,
      "What happens to a file that was published, unchanged or superseded: `none` (the default), `delete`, `{ move: DIRECTORY }` or `{ rename: EXTENSION }`.",
      { move: "done" },
    ),
    after_failure: option(
      after,
      "What happens to a file that was rejected or quarantined. Takes the same values and has the same default as `after_success`.",
      { rename: ".refused" },
    ),
    limits: option(
      z.strictObject({
        entries: option(count(), "Maximum number of entries in a listing. Default: 100000.", "100000"),
        size: option(
          bytes().refine(
            (size) => size <= standardLimits.size,
            "256 MB or less, because Lading does not read larger files",
          ),
          "Maximum size of a file. The default, 256 MB, is also the largest allowed value.",
          "64 MB",
        ),
      }),
      "Limits for the number of entries in a listing (default: 100000) and the size of a file (default: 256 MB).",
      { size: "64 MB" },
    ),
  })
  .superRefine(checkLogin)
  .transform((stated): SftpSettings => ({
    ...directoryOf(stated),
    poll: stated.poll ?? 5 * 60_000,
    compareEvery: stated.compare_every,
    followLinks: stated.follow_links ?? false,
    // SFTP servers report whole seconds, so a file must stay unchanged for longer than in a local folder
    // (`docs/semantics.md` section 2).
    settleFor: 60_000,
    after: {
      published: stated.after_success ?? { action: "none" },
      rejected: stated.after_failure ?? { action: "none" },
    },
    limits: withDefaults(standardLimits, stated.limits),
  }));

export const sftpSettings = z.strictObject({
  sftp: sftp.meta({ description: "A directory on an SFTP server.", examples: [exampleDirectory] }),
  workers: option(
    workers(),
    "Machines that can reach this server, by host name or `LADING_WORKER`, if several machines share the workspace. Default: all.",
    ["import-1"],
  ),
});

/** Settings for an SFTP directory to which files are sent. */
export const sftpDirectory = z.strictObject(directoryFields).superRefine(checkLogin).transform(directoryOf);

type StatedDirectory = z.output<z.ZodObject<typeof directoryFields>>;

function checkLogin(stated: StatedDirectory, context: z.RefinementCtx): void {
  if (stated.password === undefined && stated.key === undefined) {
    context.addIssue({ code: "custom", path: ["user"], message: "a `password` or a `key` for the user" });
  }
  if (stated.passphrase !== undefined && stated.key === undefined) {
    context.addIssue({ code: "custom", path: ["passphrase"], message: "a `key` for the passphrase" });
  }
}

function directoryOf(stated: StatedDirectory): SftpDirectory {
  return {
    host: stated.host,
    port: stated.port ?? 22,
    user: stated.user,
    password: stated.password,
    key: stated.key,
    passphrase: stated.passphrase,
    expires: stated.expires,
    directory: stated.directory,
    hostKeys: (stated.host_key ?? []).flatMap((text) => parsePin(text) ?? []),
    knownHosts: stated.known_hosts ?? [],
    legacyAlgorithms: stated.legacy_algorithms ?? false,
    deadlines: withDefaults(standardDeadlines, stated.deadlines),
  };
}

function withDefaults<T extends object>(
  standard: T,
  stated: { [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  const given = Object.entries(stated ?? {}).filter(([, value]) => value !== undefined);
  return { ...standard, ...Object.fromEntries(given) };
}
