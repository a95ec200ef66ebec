import { fill, type Filling } from "./sentence.js";

/**
 * Every thrown error: wrong use, wrong configuration, a failing environment. Problems in a partner's data are
 * issues (issues.ts), never exceptions. The codes are grouped by what to do next.
 */

/**
 * What the caller does next, which also determines the exit code (`docs/semantics.md` section 8):
 * `fix`: a person corrects the command line, the workspace or a mapping (2);
 * `retry`: the environment failed or a lock is held, try again later (75);
 * `reject`: the file itself is at fault (3).
 */
export type Recovery = "fix" | "retry" | "reject";

/** A sentence with placeholders, and what to do next. */
const recovering =
  <R extends Recovery>(recovery: R) =>
  <const S extends string, const H extends string>(sentence: S, hint: H) => ({ recovery, sentence, hint });
const fix = recovering("fix");
const retry = recovering("retry");
const reject = recovering("reject");

export const errorKinds = {
  // -- wrong use --
  wrong_use: fix("{reason}", "`lading <command> --help` shows the options and examples."),
  wrong_database_url: fix("The URL in `database` cannot be used: {reason}.", "{next}"),
  mapping_missing: fix(
    "{path} is not in the recommended format, and no mapping is named for it.",
    "`lading guess {file}` drafts a mapping; then name it with --mapping.",
  ),
  nearly_recommended: fix(
    "{path} is not quite in the recommended format, and no mapping is named for it.",
    "`lading convert {file} --record {type}` reads it as a {type} list and reports what is missing.",
  ),
  file_not_found: fix("There is no file {path}.{near}", "Check the name and the folder."),
  not_a_file: fix("{path} is a folder or a device, not a file.", "Name one file."),
  not_readable: fix("{path} cannot be opened: no permission.", "Give this user the right to read it."),
  file_changed: retry(
    "{path} changed while it was being read. Nothing was written.",
    "Wait until the export is complete, then run again.",
  ),
  no_folder: fix("There is no folder {path}.", "Create the folder, or name another."),
  no_new_files: fix("No new files can be written to the folder {path}.", "Name a file in another folder."),
  missing_reference_list: fix(
    "The records refer to {target} records, but there is no {target} list to check them against.",
    "Name one with `--with {target}=FILE[:MAPPING]`, or use `--with {target}=none` to accept references unchecked.",
  ),
  unusable_list: fix(
    "{file} cannot be used as a finished list: {reason}",
    "Convert it alone first, and correct the reported problems.",
  ),
  folder_not_empty: fix(
    "The folder {path} is not empty (it contains {found}). Lading never overwrites files.",
    "Name a folder that does not exist yet. A folder that `lading init` created is ready for use.",
  ),
  not_a_folder: fix("{path} is not a folder.", "Name a folder."),
  no_such_record: fix(
    "No row of {file} produces the id {id}.{near}",
    "Write the id as `lading convert` writes it, with its prefix. `lading preview` shows some ids.",
  ),
  not_a_draft: fix(
    "{path} is not a draft: its name does not end in .draft.yaml.",
    "Name a draft, such as one that `lading studio` saved.",
  ),
  unfinished_examples: fix(
    "The examples in the mapping have other results:\n{diagnostics}",
    "Correct the mapping or the examples, then promote it.",
  ),
  page_not_built: fix(
    "The studio's page is missing.",
    "Install the package again. In a checkout, run `npm run build`.",
  ),
  nothing_to_check: fix(
    "There is nothing to check in {path}: no lading.yaml, no mappings/, no samples/samples.yaml.",
    "Go to a workspace, name mapping files, or create a workspace with `lading init`.",
  ),

  nothing_held: fix("No delivery of {feed} is held.", "`lading status` shows what is held."),
  not_the_file: fix(
    "The held change of {feed} is not a new file: the mapping, the settings or the program changed.",
    "Undo the change, so that the next run finds the list unchanged, or run `lading release {feed} --reason TEXT`.",
  ),
  no_such_publication: fix(
    "{feed} has no version {number} that can be served.",
    "`lading history {feed}` lists them.",
  ),
  not_paused: fix("The feed {feed} is not paused.", "Only a rollback pauses a feed."),
  no_such_delivery: fix(
    "{feed} has no decided delivery whose sha256 begins with {delivery}.",
    "`lading history {feed}` lists them.",
  ),
  nothing_taken: fix(
    "{feed} has not accepted a delivery yet, so there is none to process again.",
    "Name a rejected one with `--delivery`. `lading history {feed}` lists them.",
  ),
  paused: fix(
    "The feed {feed} is paused after a rollback to version {to} and accepts no deliveries.",
    "`lading resume {feed}` lets it accept deliveries again.",
  ),
  bytes_gone: fix(
    "The file of delivery {delivery} of {feed} is no longer kept.",
    "Ask the partner to send the file again.",
  ),

  // -- wrong configuration --
  wrong_layout: fix(
    "The layout has mistakes:\n{diagnostics}",
    "Correct the lines shown. `lading check {file}` then checks them.",
  ),
  layout_of_several_files: fix(
    "{layout} produces {count} files for each invoice, but one invoice must be one file.",
    "Write one file. It can have lines of several types.",
  ),
  wrong_mapping: fix(
    "The mapping has mistakes:\n{diagnostics}",
    "Correct the lines shown. `lading check {file}` then checks them.",
  ),
  mapping_lacks: fix(
    "The mapping cannot be used as it is, or not with these options:\n{diagnostics}",
    "Add what is missing, or correct the lines shown.",
  ),
  wrong_synonyms: fix(
    "The synonyms have mistakes:\n{diagnostics}",
    "A line is `meaning: word, word`; docs/mapping.md shows the meanings.",
  ),
  mapping_misfit: fix(
    "The mapping {mapping} produces {makes} records, but the feed is {feed}.",
    "Name another mapping, or correct its `record`.",
  ),
  no_workspace: fix(
    "There is no lading.yaml in {folder} or above it.",
    "Go to the folder of your workspace, or create one with `lading init`.",
  ),
  needs_restart: fix(
    "`{what}` in lading.yaml was changed. A running process does not apply this change.",
    "Restart it. Until then it uses the previous value of `{what}`.",
  ),
  wrong_workspace: fix(
    "The workspace has mistakes:\n{diagnostics}",
    "Correct the lines shown. `lading check` then checks them.",
  ),

  file_refused: reject("{file} is refused. {reason}", "{next}"),

  // -- an internal error --
  not_conserved: reject(
    "The rows do not add up: {read} read, but {accounted} accounted for. Nothing was published.",
    "This is a fault of Lading. Please report it with the file's report.",
  ),

  // -- credentials --
  unknown_credential: fix("There is no {kind} {id}.", "`lading {kind} list` shows the ids."),
  too_many_credentials: fix(
    "The {kind} {name} of the account {account} has two live secrets already: {ids}.",
    "Revoke the older one with `lading {kind} revoke {older}`, or choose another --name.",
  ),

  // -- the environment --
  port_in_use: retry(
    "Another program uses port {port} on {address}.",
    "End that program, or choose another port in the workspace or with --port.",
  ),
  operators_port_in_use: retry(
    "Another program uses port {port} on {address}, the port of the operators' pages.",
    "End that program, or choose another port with --operators-port or as `port` under `operators` in the workspace's `server`.",
  ),
  cannot_listen: retry(
    "Listening on {address} port {port} failed: {reason}.",
    "Check the address, the port and the rights of this user.",
  ),
  server_lost: retry(
    "The server ended unexpectedly ({reason}), so this command ends too.",
    "The last lines of the log show the reason. Nothing was lost. Start it again.",
  ),
  no_permission: retry(
    "{path} cannot be written: no permission.",
    "Give this user the right to write there.",
  ),
  storage_failed: retry(
    "Writing {path} failed: {reason}.",
    "Check the disk, then run again; nothing was lost.",
  ),
  arrival_not_moved: retry(
    "A file of the source {source} was processed, but it cannot be moved to {folder}: {reason}.",
    "Correct the folder, or name another one in `after` of the source. The next run moves the file.",
  ),
  arrival_not_readable: retry(
    "The file {name} of the source {source} cannot be read: {reason}.",
    "Give this user the right to read it, or ask the partner to send it again. Other full deliveries of the feed are processed in the meantime.",
  ),
  arrival_changed: retry(
    "The file {name} of the source {source} changed while it was being received, or is gone.",
    "Nothing to do. Lading checks it again.",
  ),
  feed_failed: retry(
    "The feed {feed} could not be processed: {reason}",
    "Nothing was lost. Run again. If the failure persists, please report it.",
  ),
  source_unavailable: retry(
    "The source {source} cannot be listed: {reason}.",
    "Check that the folder or server exists and that this user can read it.",
  ),
  empty_export: reject(
    "The file {name} at the source {source} is empty, so it was not accepted.",
    "Ask the partner for the export again. The previous list is served until then.",
  ),
  incomplete_batch: reject(
    "The batch {batch} at the source {source} is incomplete, so it was not accepted. Received: {there}. Missing: {missing}.",
    "Ask the partner to send the whole batch again. Files that were accepted before no longer count.",
  ),
  clock_wrong: retry(
    "The clock of this machine shows {now}, more than a day before the last version of {feed} ({last}). Nothing is published.",
    "Set the clock, then run again. If the clock is right now and was ahead then, run `lading resume {feed} --reason TEXT`.",
  ),
  wrong_platform: fix(
    "Feeds run only on Linux. This machine runs {platform}.",
    "Run the workspace on Linux or in a container. `convert`, `read`, `guess`, `preview`, `check` and `studio` work here.",
  ),
  folder_exposed: fix("Other users can open the folder {path} (mode {mode}).", "Run `chmod 700 {path}`."),
  disk_nearly_full: retry(
    "The disk of {path} has only {free} free.",
    "Free some space, or keep fewer versions and archived deliveries.",
  ),
  newer_version: fix(
    "The store {path} has version {found}. This Lading supports version {known}.",
    "Use the Lading that created it or a newer one, or name another `data` folder.",
  ),
  store_lost: fix(
    "The store {path} is empty or missing, but {remains}. Nothing was changed.",
    "Restore a backup: `lading restore FILE --reason TEXT`. If another store is meant, correct `data` or `database` in lading.yaml. To start again without the earlier lists, move the folder {data} to another place first.",
  ),
  earlier_data: fix(
    "The store {path} was created by an older Lading. This one cannot read it.",
    "Name another `data` folder in lading.yaml, and ask every partner to send the last file again.",
  ),
  not_a_backup: fix(
    "{path} is not a Lading backup, or is damaged.",
    "Name a file that `lading backup` wrote. Nothing was changed.",
  ),
  network_folder: fix(
    "The folder {path} is on a network file system, where SQLite is not safe.",
    "Name a `data` folder on a local disk, or a PostgreSQL database.",
  ),
  reader_ended: retry(
    "Another process stopped the reading of {file} ({signal}).",
    "The file was not processed. Run again.",
  ),
  locked: retry(
    "Process {pid} on {host} is working on {feed}.",
    "Wait for it to end, then run again. If the process has died, its lease ends within half a minute.",
  ),
  left_in_the_middle: retry(
    "Process {pid} on {host} started to work on {feed} at {since} and has crashed or hangs.",
    "Run again. Nothing was lost. If it happens every time, look in the system log for the cause (usually too little memory).",
  ),
  worked_on_too_long: retry(
    "Process {pid} on {host} has been working on {feed} since {since}. No other process can work on it in the meantime.",
    "Check what it is doing. If it hangs, end it. The next run continues the work, and nothing is lost.",
  ),
  lease_lost: retry(
    "Another process took over {name} while this one was suspended, so nothing was written.",
    "Nothing to do. The other process continues. `lading status` shows the current state.",
  ),
  list_moved: retry(
    "A new version of the list {feed} was published while it was being read.",
    "Run again. `lading watch` does so automatically.",
  ),
  store_unreachable: retry("The database {fault}: {reason}.", "{next}, then run again. Nothing was lost."),
  unsafe_database: fix(
    "The setting {setting} of the database is off, so a power cut may lose what was published.",
    "Switch it on in postgresql.conf and reload.",
  ),
  superseded: fix(
    "This machine's workspace is out of date: {by} activated a newer one at {since}. Nothing was done.",
    "Bring lading.yaml, the mappings and the program here up to date. If this workspace is the right one, run `lading run --take-over` to activate it.",
  ),
  store_busy: retry(
    "Another program has kept the database {path} locked for {seconds} s{holder}.",
    "Let that program finish or end it, then run again. Nothing was lost. If it copies the database, use `lading backup` for that instead.",
  ),
  store_damaged: retry(
    "The store {path} is damaged: {reason}.",
    "Stop all processes that use it, keep a copy, and restore a backup.",
  ),

  // -- secrets --
  key_pair_unusable: fix(
    "The certificate {certificate} and the key {key} cannot be used together: {reason}.",
    "Provide the certificate chain and its key, both as PEM. The key must have no passphrase.",
  ),
  ends_soon: fix("{sentence}", "{next}"),
  platform_unauthorized: fix(
    "The platform refuses the sign-in of the account {account}, so it gets no events: {reason}.",
    "Correct the secret or the sign-in method, then run `lading events retry {account}`.",
  ),
  platform_failing: retry(
    "Events of {feed} do not reach the platform: {reason}. Lading keeps trying.",
    "Ask the platform's operators whether it is running. `lading events` shows how many notifications are waiting.",
  ),
  layout_unusable: retry(
    "The layout {layout} cannot be used, so no invoice is accepted: {reason}",
    "Correct the layout. `lading check` shows its mistakes. The next invoice uses the corrected layout at once.",
  ),
  outbox_in_doubt: fix(
    "Invoices of {account} that may or may not have reached the FFS: {count}. None of them is sent again automatically.",
    "List them with `lading outbox list {account}` and check them in the FFS. Then run `lading outbox confirm` or `lading outbox resend` for each.",
  ),
  outbox_refused: fix(
    "Invoices of {account} that the FFS refused: {count}.",
    "`lading outbox list {account}` and `lading outbox show` show the reasons.",
  ),
  outbox_entered_twice: fix(
    "Invoices in the FFS export of {account} that have the number of a posted invoice but may be different ones: {count} ({rows}). They are withheld, and the platform cannot fetch them.",
    "Check in the FFS whether an invoice was entered twice or changed after its import, and correct it there. `lading outbox list {account} --all` and `lading outbox show` show the reasons.",
  ),
  outbox_waiting: fix(
    "Invoices of {account} that the FFS has not acknowledged: {count}, the oldest since {since}.",
    "Check whether the FFS imports files. `lading outbox list {account}` shows the waiting invoices.",
  ),
  outbox_unknown_acknowledgement: fix(
    "The FFS acknowledges {count} files or invoices that were never sent for {account} or were withdrawn, or its list cannot be read: {names}.",
    "Find out who wrote them, and check that `acknowledged` names the columns. Then remove them.",
  ),
  outbox_not_possible: fix(
    "The invoice {id} is {state}, so this cannot be done: {reason}.",
    "`lading outbox show {id}` shows what happened and what can be done.",
  ),
  outbox_no_folder: retry(
    "The outbox folder of {account} is missing: {place}. Invoices wait.",
    "Create or mount the folder. Lading never creates it, because a new folder might hide the one that the FFS reads.",
  ),
  outbox_not_mounted: retry(
    "The outbox folder of {account} has no Lading marker file: {place}. Another folder is mounted there, or none. Invoices wait, and files missing there do not count as imported.",
    "Mount the right folder. If it was emptied or replaced on purpose, run `lading outbox renew {account}`.",
  ),
  outbox_of_another: fix(
    "The accounts {account} and {other} have the same outbox folder: {place}. Nothing is sent for {account}.",
    "Give each account its own folder in `lading.yaml`. If {other} is only the earlier name of {account}, run `lading outbox renew {account}`.",
  ),
  outbox_not_whole: retry(
    "The file of the invoice {id} in {place} differs from what was written. It was not sent.",
    "Check the disk or the server. The next run writes it again.",
  ),
  outbox_name_taken: retry(
    "The invoice {id} waits: the outbox folder {place} has a file {name} that Lading did not write.",
    "Find out who wrote it and remove it. The next run sends the invoice.",
  ),
  outbox_old_owner: retry(
    "The invoice {id} is not sent again yet: process {pid} on {host} may still be sending it.",
    "End that process or restart its machine. Then run again.",
  ),
  platform_refuses: fix(
    "Events of {feed} that the platform refused: {count}. They are kept until someone decides.",
    "See the reasons with `lading events list {feed}`. Once they are fixed, `lading events retry {feed}` sends the events again.",
  ),
  secret_missing: fix(
    "The secret {reference} is missing: {reason}.",
    "Set the variable, or create the file with mode 0600.",
  ),
  secret_exposed: fix("The secret file {path} can be read {readers} (mode {mode}).", "{next}"),
  secret_unreadable: fix("The secret file {path} cannot be read: {reason}.", "{next}"),

  // -- SFTP: for a person to correct --
  sftp_no_answer_possible: fix(
    "Nobody can confirm the host key of {host}, because there is no terminal. Nothing was written.",
    "Run the command in a terminal, or add the fingerprint from the partner: `--fingerprint SHA256:...`.",
  ),
  sftp_not_that_key: fix(
    "{host} has no key with the fingerprint {wanted}, so nothing was written. Its keys: {seen}.",
    "Check the fingerprint with the partner. If it is right, somebody may be intercepting the connection.",
  ),
  sftp_no_pin: fix(
    "The host key of {host} is not pinned, so nothing was sent to it. The server's key is {seen}, but it could be the key of an attacker.",
    "Ask the partner for the fingerprint through another channel (telephone, contract). If it is the same, run `lading trust {target}`, or set `host_key: {pin}` in lading.yaml.",
  ),
  sftp_weak_algorithms: fix(
    "{host} offers only algorithms that are no longer safe ({reason}).",
    "Ask the partner to update the server. Until then, set `legacy_algorithms: true` for this source to accept the old algorithms.",
  ),
  sftp_wrong_private_key: fix("The private key for {user} at {host} cannot be used: {reason}.", "{next}"),

  // -- SFTP: the environment --
  sftp_unknown_host: retry(
    "The host name {host} cannot be resolved ({reason}).",
    "Check the spelling of `host`, and that this machine can resolve names.",
  ),
  sftp_refused: retry(
    "{host} refused the connection on port {port}.",
    "Check `port`, and ask the partner whether the server is running and allows this machine's address.",
  ),
  sftp_unreachable: retry(
    "{host} cannot be reached on port {port}: {reason}.",
    "Check the network and the firewalls between this machine and the host.",
  ),
  sftp_timed_out: retry(
    "{host} timed out: no answer within {seconds} s while {doing}.",
    "Lading tries again. If it persists, ask the partner, or raise the deadline for this source.",
  ),
  sftp_too_slow: retry(
    "{host} sends too slowly: {name} ({size} bytes) was not complete after {seconds} s.",
    "Lading tries again. If the connection is that slow, lower `deadlines.slowest` for this source.",
  ),
  sftp_lost: retry(
    "{host} ended the connection while {doing}: {reason}.",
    "Lading tries again. If it persists, ask the partner to check the server's log.",
  ),
  sftp_wrong_host_key: retry(
    "The host key of {host} is not the pinned one, so nothing was sent to it: expected {expected}, got {seen}.",
    "Either the partner changed the key or somebody is intercepting the connection. Ask the partner by another channel. If the new key is right, run `lading trust {target}`.",
  ),
  sftp_revoked_host_key: retry(
    "{host} uses the host key {seen}, which is marked @revoked, so nothing was sent to it.",
    "Do not trust this server. Ask the partner for the key that replaced it.",
  ),
  sftp_login_failed: retry(
    "{host} refused the login of {user}: wrong user, password or key (the server accepts: {methods}).",
    "Check `user` and the secret. Lading tries once per poll, at increasing intervals, so that the account is not locked.",
  ),
  sftp_second_proof: retry(
    "{host} accepted {accepted} of {user}, but it also requires {required}.",
    "{next}",
  ),
  sftp_password_expired: retry(
    "{host} reports that the password of {user} has expired{said}.",
    "Set a new password on the server or ask the partner for one, and store it where `password` points. Lading tries again after a wait, so that the account is not locked.",
  ),
  sftp_no_more_connections: retry(
    "{host} allowed no further connection: {reason}.",
    "Lading tries again. If it persists, end other sessions of this user. Ask the partner how many connections are allowed and whether this machine's address is blocked.",
  ),
  sftp_not_ssh: retry(
    "{host} does not speak SSH on port {port}. It sent {said}.",
    "Check `port`. SFTP runs over SSH, usually on port 22. FTP and FTPS are other protocols.",
  ),
  sftp_text_first: retry(
    "{host} accepted {user} but sent text before SFTP started: {said}.",
    "Ask the partner to remove what this account prints at login (in `.bashrc` or a similar script), or to use `internal-sftp`.",
  ),
  sftp_no_sftp: retry(
    "{host} accepted {user} but offers no SFTP: {reason}.",
    "Ask the partner to enable SFTP for this user. With OpenSSH, an expired password looks the same.",
  ),
  sftp_no_directory: retry(
    "{host} has no directory {path}.",
    "Check `directory`. A path without a / at the start is relative to the user's home.",
  ),
  sftp_no_permission: retry(
    "{host} denied permission for {doing}.",
    "Ask the partner for this right. If it is about moving or deleting a file, another `after_success` or `after_failure` may not need it.",
  ),
  sftp_failed: retry(
    "{host} answered {doing} with an error: {reason}.",
    "Lading tries again. If it persists, ask the partner to check the server's log at this time.",
  ),
  sftp_not_moved: retry(
    "{host} could not move a file to {directory}: {reason}.",
    "In `after_success` or `after_failure`, name a directory that can be created or exists, on the same disk as the files. Until then, the file keeps its name.",
  ),
  sftp_no_rename: retry(
    "{host} does not let Lading {right} files. The new {name} was saved as {other}. An older {name} is unchanged. {reason}",
    "Ask the partner to allow this user to {right} files in this directory. The next run then gives the file its name. Until then, read {other}.",
  ),
  sftp_too_many_entries: retry(
    "The directory {path} on {host} has more than {limit} entries, so no file was taken.",
    "Set `after_success` to move or delete files, or raise `limits.entries` for this source.",
  ),
  sftp_too_large: retry(
    "The file {name} on {host} has {size} bytes. Maximum: {limit}.",
    "Ask for a smaller export, or for one in several files. A `limits.size` below 256 MB can be raised for this source.",
  ),
  sftp_file_changed: retry(
    "The file {name} on {host} changed: {reason}. The downloaded copy was discarded.",
    "Lading tries again when the file no longer changes. If it persists, ask the partner to upload under another name and rename the file at the end.",
  ),
  sftp_waiting: retry(
    "Lading does not connect to {host} until {until}. Consecutive failures: {failures}. Last one: {reason}",
    "`lading doctor` tries at once and ends the wait if everything works.",
  ),
};

export type ErrorCode = keyof typeof errorKinds;

export class LadingError extends Error {
  override readonly name = "LadingError";
  readonly code: ErrorCode;
  readonly recovery: Recovery;
  readonly hint: string;
  /** Values of the placeholders in the sentence. */
  readonly about: Readonly<Record<string, string | number>>;

  constructor(
    code: ErrorCode,
    message: string,
    hint: string,
    cause?: unknown,
    about: LadingError["about"] = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.recovery = errorKinds[code].recovery;
    this.hint = hint;
    this.about = about;
  }
}

/** Creates an error of a kind. The caller throws it. */
export function failure<C extends ErrorCode>(
  code: C,
  filling: Filling<(typeof errorKinds)[C]["sentence"] | (typeof errorKinds)[C]["hint"]>,
  cause?: unknown,
): LadingError {
  const kind = errorKinds[code];
  return new LadingError(code, fill(kind.sentence, filling), fill(kind.hint, filling), cause, filling);
}

/** Creates an error for wrong use, with a full sentence. */
export function wrongUse(reason: string): LadingError {
  return failure("wrong_use", { reason });
}

/** Creates an error for a failed write, from the system's error code. */
export function storageFailure(path: string, code: string, cause?: unknown): LadingError {
  return failure("storage_failed", { path, reason: code === "ENOSPC" ? "the disk is full" : code }, cause);
}

/** Creates an error for a database that does not answer, by its SQLSTATE if there is one. */
export function storeFailure(reason: string, state = "", cause?: unknown): LadingError {
  const [fault, next] = storeFaults.get(state) ?? [
    "did not answer",
    "Check that it runs at the host and port in its URL, and that this machine and this user reach it",
  ];
  return failure("store_unreachable", { fault, reason: reason.replace(/\.$/, ""), next }, cause);
}

type StoreFault = readonly [fault: string, next: string];

const refusesLogin: StoreFault = [
  "refuses the login of this user",
  "Check the user and the password in its URL, and pg_hba.conf on its machine",
];

const refusesTables: StoreFault = [
  "does not let this user create or change Lading's tables",
  "Make the user the owner of the database, or run there: GRANT CREATE, USAGE ON SCHEMA public TO the user",
];

const storeFaults: ReadonlyMap<string, StoreFault> = new Map([
  [
    "certificate",
    [
      "shows a certificate from an authority that is not trusted",
      "Add the file with the certificate of its authority to the database's URL: `sslrootcert=/PATH/ca.pem`",
    ],
  ],
  [
    "certificate of another host",
    [
      "shows a certificate for another host name",
      "Use the certificate's host name in the database's URL, or give the database a certificate for this name",
    ],
  ],
  [
    "certificate expired",
    [
      "shows a certificate that is not valid today",
      "Give the database a new certificate, and check the clock of this machine",
    ],
  ],
  [
    "certificate files",
    [
      "cannot be reached with the certificate files of its URL",
      "Check `sslrootcert`, `sslcert` and `sslkey` in the URL: each must name a PEM file, and certificate and key must belong together",
    ],
  ],
  [
    "no TLS",
    [
      "offers no encryption, but its URL requires it",
      "Switch `ssl` on in postgresql.conf. On one machine or a private network, you can use `sslmode=disable` in the URL instead",
    ],
  ],
  [
    "TLS",
    ["could not be reached with TLS", "Check the host and the port in its URL, and the log of the database"],
  ],
  [
    "not PostgreSQL",
    [
      "does not answer as PostgreSQL does",
      "Check the host and the port in its URL, and that a PostgreSQL database runs there",
    ],
  ],
  [
    "TLS required",
    [
      "accepts this user only over an encrypted connection, if at all",
      "Add `sslmode=verify-full` to the URL, with `sslrootcert=/PATH/ca.pem` for your own authority. Or check pg_hba.conf",
    ],
  ],
  [
    "client certificate",
    [
      "requires a client certificate from this user",
      "Add `sslcert=/PATH/client.pem` and `sslkey=/PATH/client.key` to the URL",
    ],
  ],
  // PgBouncer uses the code for protocol violations for all refusals.
  [
    "08P01",
    [
      "is behind a pooler that refuses",
      "Give Lading a transaction pool (`pool_mode = transaction`) with enough connections, or the database's own address",
    ],
  ],
  [
    "25006",
    [
      "is read-only",
      "Name the host that accepts writes, or switch `default_transaction_read_only` off for this database and this user",
    ],
  ],
  ["53100", ["has no space left on its disk", "Free some space on the database's machine"]],
  [
    "55P03",
    [
      "is locked by another program",
      "Let that program finish. `pg_stat_activity` in the database lists the programs. `lock_timeout` is how long Lading waits there",
    ],
  ],
  ["28000", refusesLogin],
  ["28P01", refusesLogin],
  ["42501", refusesTables],
  ["3F000", refusesTables],
  [
    "53300",
    [
      "has no connection left",
      "Raise `max_connections` there, or end other connections (each Lading process opens at most 10)",
    ],
  ],
]);

/** True if the system's error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}

/** True if permission is missing, or nobody can write there. */
export function isDenied(error: unknown): boolean {
  return hasCode(error, "EACCES", "EPERM", "EROFS");
}

/** Converts the system's error of a failed write. Returns undefined for other errors. */
export function writingFailure(path: string, error: unknown): LadingError | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || error instanceof LadingError) return undefined;
  return isDenied(error) ? failure("no_permission", { path }, error) : storageFailure(path, code, error);
}

const readingCalls = ["scandir", "opendir", "stat", "lstat", "read"];

/**
 * Converts a file system error to a message for people. Returns undefined for other errors.
 *
 * @param isUnreadable true if the file could not be opened for reading rather than writing
 */
export function fileSystemFailure(
  error: unknown,
  isUnreadable: (path: string) => boolean = () => false,
): LadingError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path = "a file", syscall = "" } = error as NodeJS.ErrnoException;
  switch (code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return failure(
        readingCalls.includes(syscall) || (syscall === "open" && isUnreadable(path))
          ? "not_readable"
          : "no_permission",
        { path },
        error,
      );
    case "ENOSPC":
      return storageFailure(path, code, error);
    case "ENOTDIR":
      return failure("not_a_folder", { path }, error);
    case "EISDIR":
      return failure("not_a_file", { path }, error);
    default:
      return undefined;
  }
}
