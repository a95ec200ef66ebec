import { fill, nextStep, type Filling } from "./sentence.js";

/**
 * All errors that users can see: invalid usage, invalid configuration, refused files and failures of the environment.
 * Problems in the rows of a file are reported as issues (`model/issues.ts`) instead.
 */

/**
 * What the caller should do next, which also determines the exit code (`docs/operations.md`, Exit codes).
 * `fix`: a person corrects the command line, the workspace or a mapping (2).
 * `retry`: the environment failed or a lock is held, so try again later (75).
 * `reject`: the file itself is at fault (3).
 */
export type Recovery = "fix" | "retry" | "reject";

/**
 * Returns a function that defines an error from a message with placeholders and a next step. `{command1}` in the next
 * step stands for the first command.
 */
const recovering =
  <R extends Recovery>(recovery: R) =>
  <const S extends string, const H extends string, const C extends readonly string[]>(
    sentence: S,
    hint: H,
    ...commands: C
  ) => ({ recovery, sentence, hint, commands });
const fix = recovering("fix");
const retry = recovering("retry");
const reject = recovering("reject");

export const errorKinds = {
  // -- invalid usage --
  wrong_use: fix("{reason}", "{command1} shows the options and examples.", "lading <command> --help"),
  wrong_database_url: fix("The URL in `database` cannot be used: {reason}.", "{next}"),
  mapping_missing: fix(
    "{path} is not in the recommended format, and no mapping was given.",
    "{command1} drafts a mapping. Then use the draft with --mapping.",
    "lading guess {file}",
  ),
  input_without_mapping: fix(
    "Standard input is not in the recommended format, and no mapping was given.",
    "Pipe the same data into {command1} to draft a mapping. Save the draft, and use it with --mapping.",
    "lading guess -",
  ),
  nearly_recommended: fix(
    "{path} is almost in the recommended format, and no mapping was given.",
    "{command1} reads the file as a {type} list and reports what is missing.",
    "lading convert {file} --record {type}",
  ),
  file_not_found: fix("{path} does not exist.{near}", "Check the name and the folder."),
  not_a_file: fix("{path} is a folder or a device, not a file.", "Specify a file."),
  not_readable: fix(
    "{path} cannot be opened: permission denied.",
    "Give the user that runs Lading permission to read {path}.",
  ),
  file_changed: retry(
    "{path} changed while it was being read. Nothing was written.",
    "Wait until the export is complete, and run the command again.",
  ),
  no_folder: fix("The folder {path} does not exist.", "Create the folder, or specify a different one."),
  no_new_files: fix("No files can be created in the folder {path}.", "Specify a file in a different folder."),
  missing_reference_list: fix(
    "The records refer to {target} records, but there is no {target} list to check them against.",
    "Specify the list with `--with {target}=FILE[:MAPPING]`, or use `--with {target}=none` to accept references without checking them.",
  ),
  unusable_list: fix(
    "{file} cannot be used to check references: {reason}",
    "Run {command1} on this file alone, and correct the reported problems.",
    "lading convert",
  ),
  folder_not_empty: fix(
    "The folder {path} is not empty (it contains {found}). Lading never overwrites files.",
    "Specify a new or empty folder. If {command1} already created this folder, it is ready for use.",
    "lading init",
  ),
  not_a_folder: fix("{path} is not a folder.", "Specify a folder."),
  no_such_record: fix(
    "No row in {file} produces the ID {id}.{near}",
    "Specify the ID exactly as {command1} writes it, including the prefix. {command2} shows some IDs.",
    "lading convert",
    "lading preview",
  ),
  not_a_draft: fix(
    "{path} is not a draft, because its name does not end in .draft.yaml.",
    "Specify a draft, such as one that {command1} saved.",
    "lading studio",
  ),
  unfinished_examples: fix(
    "The mapping does not produce the results that its examples state:\n{diagnostics}",
    "Correct the mapping or the examples, then promote the draft.",
  ),
  page_not_built: fix(
    "The web page of `lading studio` is missing.",
    "Reinstall the package. In a checkout, run `npm run build`.",
  ),
  nothing_to_check: fix(
    "{path} contains nothing to check: no lading.yaml, no mappings/ and no samples/samples.yaml.",
    "Change to a workspace folder, specify mapping files, or create a workspace with {command1}.",
    "lading init",
  ),

  nothing_held: fix("{feed} has no held delivery.", "{command1} lists the held deliveries.", "lading status"),
  not_the_file: fix(
    "{feed} is held because the mapping, the settings or the program changed, not because of a new file.",
    "Undo the change before the next run, or run {command1} to publish the changed list.",
    "lading release {feed} --reason TEXT",
  ),
  no_such_publication: fix(
    "{feed} has no version {number} that can be served.",
    "{command1} lists the versions.",
    "lading history {feed}",
  ),
  not_paused: fix("The feed {feed} is not paused.", "Only a rollback pauses a feed."),
  no_such_delivery: fix(
    "{delivery} does not identify a processed delivery of {feed}.",
    "{command1} lists the deliveries. Specify enough leading characters of the delivery's SHA-256 hash to identify one delivery.",
    "lading history {feed}",
  ),
  nothing_taken: fix(
    "{feed} has not accepted a delivery yet, so there is nothing to replay.",
    "Use `--delivery` to specify a rejected delivery. {command1} lists the deliveries.",
    "lading history {feed}",
  ),
  paused: fix(
    "The feed {feed} is paused after a rollback to version {to}. It does not accept deliveries.",
    "Run {command1} to accept deliveries again.",
    "lading resume {feed}",
  ),
  bytes_gone: fix(
    "The file of delivery {delivery} of {feed} is no longer stored.",
    "Ask the partner to send the file again.",
  ),

  // -- invalid configuration --
  wrong_layout: fix(
    "The layout has errors:\n{diagnostics}",
    "Correct the lines shown, and then run {command1}.",
    "lading check {file}",
  ),
  layout_of_several_files: fix(
    "{layout} produces {count} files for each invoice, but it must produce exactly one.",
    "Change the layout so that it writes a single file. The file can contain lines of several types.",
  ),
  wrong_mapping: fix(
    "The mapping has errors:\n{diagnostics}",
    "Correct the lines shown, and then run {command1}.",
    "lading check {file}",
  ),
  mapping_lacks: fix(
    "The mapping is incomplete or does not match the options:\n{diagnostics}",
    "Add the missing parts, or correct the lines shown.",
  ),
  wrong_synonyms: fix(
    "The synonyms have errors:\n{diagnostics}",
    "The format of a line is `meaning: word, word`. docs/mapping.md lists the meanings that can fill a field.",
  ),
  mapping_misfit: fix(
    "The mapping {mapping} produces {makes} records, so it cannot be used for the feed {feed}.",
    "Use a different mapping, or correct `record` in the mapping.",
  ),
  no_workspace: fix(
    "There is no lading.yaml in {folder} or any of its parent folders.",
    "Change to your workspace folder, or create a workspace with {command1}.",
    "lading init",
  ),
  needs_restart: fix(
    "`{what}` in lading.yaml has changed. A running process cannot apply this change.",
    "Restart the process. Until then, it uses the previous value of `{what}`.",
  ),
  wrong_workspace: fix(
    "The workspace has errors:\n{diagnostics}",
    "Correct the lines shown, and then run {command1}.",
    "lading check",
  ),

  file_refused: reject("{file} was rejected. {reason}", "{next}"),

  // -- an internal error --
  not_conserved: reject(
    "The row counts do not match: {read} rows were read, but {accounted} were accounted for. Nothing was published.",
    "This is a bug in Lading. Please report it, and include the file's report.",
  ),

  // -- credentials --
  unknown_credential: fix("There is no {kind} {id}.", "{command1} shows the IDs.", "lading {kind} list"),
  too_many_credentials: fix(
    "The {kind} {name} of the account {account} already has two active secrets: {ids}.",
    "Revoke the older secret with {command1}, or choose a different --name.",
    "lading {kind} revoke {older}",
  ),

  // -- the environment --
  port_in_use: retry(
    "Another program is already using port {port} on {address}.",
    "Stop that program, or choose a different port in the workspace or with --port.",
  ),
  operators_port_in_use: retry(
    "Another program is already using the console's port ({port} on {address}).",
    "Stop that program, or choose a different port with --operators-port or with `port` under `operators` in the workspace's `server`.",
  ),
  cannot_listen: retry(
    "Lading cannot listen on {address}, port {port}: {reason}.",
    "Check the address, the port and the permissions of the user that runs Lading.",
  ),
  server_lost: retry(
    "The server process exited unexpectedly ({reason}), so this command exits too.",
    "The last lines of the log show the reason. Nothing was lost. Run the command again.",
  ),
  no_permission: retry(
    "{path} cannot be written: permission denied.",
    "Give the user that runs Lading permission to write to {path}.",
  ),
  storage_failed: retry(
    "Writing {path} failed: {reason}.",
    "Check the disk, and run the command again. Nothing was lost.",
  ),
  arrival_not_moved: retry(
    "A file from the source {source} was processed, but it cannot be moved to {folder}: {reason}.",
    "Fix the problem with the folder, or set a different folder in the source's `after`. The next run moves the file.",
  ),
  arrival_not_readable: retry(
    "The file {name} from the source {source} cannot be read: {reason}.",
    "Give the user that runs Lading permission to read the file, or ask the partner to send the file again. In the meantime, Lading processes the feed's other files if they are full files. Deltas wait for this file.",
  ),
  arrival_changed: retry(
    "The file {name} from the source {source} changed or disappeared while it was being received.",
    "No action needed. Lading will check the file again.",
  ),
  feed_failed: retry(
    "The feed {feed} could not be processed: {reason}",
    "Nothing was lost. Run the command again. If the failure persists, please report it.",
  ),
  source_unavailable: retry(
    "The files at the source {source} cannot be listed: {reason}.",
    "Check that the folder or server exists and that the user that runs Lading can read it.",
  ),
  empty_export: reject(
    "The file {name} at the source {source} is empty, so it was not accepted.",
    "Ask the partner to send the export again. Until then, the previous list is served.",
  ),
  incomplete_batch: reject(
    "Batch {batch} at the source {source} is incomplete, so it was not accepted. Received: {there}. Missing: {missing}.",
    "Ask the partner to send the whole batch again, including the files that were received before.",
  ),
  clock_wrong: retry(
    "This machine's clock shows {now}, which is more than a day before the time at which the last version of {feed} was published ({last}). Nothing is published.",
    "Correct the clock, and run the command again. If the clock is correct now and was ahead earlier, run {command1}.",
    "lading resume {feed} --reason TEXT",
  ),
  wrong_platform: fix(
    "Feeds run only on Linux, but this machine runs {platform}.",
    "Run the workspace on Linux or in a container. `convert`, `read`, `guess`, `preview`, `check` and `studio` also work on this machine.",
  ),
  folder_exposed: fix("Other users can open the folder {path} (mode {mode}).", "Run `chmod 700 {path}`."),
  disk_nearly_full: retry(
    "Only {free} is free on the disk that contains {path}.",
    "Free some disk space, or set `retention` in lading.yaml to keep fewer versions and archived deliveries.",
  ),
  newer_version: fix(
    "The store {path} has version {found}, but this version of Lading supports versions up to {known}.",
    "Use a version of Lading that supports this store, or set `data` or `database` in lading.yaml to a different store.",
  ),
  store_lost: fix(
    "The store {path} is empty or missing, but {remains}. Nothing was changed.",
    "Restore a backup: {command1}. If this is the wrong store, correct `data` or `database` in lading.yaml. To start over without the earlier lists, first move the folder {data} elsewhere.",
    "lading restore FILE --reason TEXT",
  ),
  earlier_data: fix(
    "This version of Lading cannot read the store {path}, which an older version created.",
    "Set `data` or `database` in lading.yaml to a new store, and ask every partner to send the latest files again.",
  ),
  not_a_backup: fix(
    "{path} is not a Lading backup, or it is damaged.",
    "Specify a file that {command1} created. Nothing was changed.",
    "lading backup",
  ),
  network_folder: fix(
    "The folder {path} is on a network file system, where SQLite is not safe.",
    "Set `data` to a folder on a local disk, or use a PostgreSQL database.",
  ),
  reader_ended: retry(
    "Another process stopped the process that was reading {file} ({signal}).",
    "The file was not processed. Run the command again.",
  ),
  locked: retry(
    "Process {pid} on {host} is working on {feed}.",
    "Wait until the process finishes, and run the command again. If the process crashed, its lease expires within 30 seconds.",
  ),
  left_in_the_middle: retry(
    "Process {pid} on {host}, which started working on {feed} at {since}, crashed or is not responding.",
    "Run the command again. Nothing was lost. If this happens every time, check the system log for the cause, which is usually too little memory.",
  ),
  worked_on_too_long: retry(
    "Process {pid} on {host} has been working on {feed} since {since}. Until it finishes, no other process can work on this feed.",
    "Check what the process is doing. If it is not responding, stop it. The next run continues the work, and nothing is lost.",
  ),
  lease_lost: retry(
    "Another process took over {name} while this process was suspended or could not reach the database, so nothing was written.",
    "No action needed. The other process continues. {command1} shows the current state.",
    "lading status",
  ),
  list_moved: retry(
    "A new version of the list {feed} was published while the list was being read.",
    "Run the command again. {command1} does this automatically.",
    "lading watch",
  ),
  store_unreachable: retry(
    "The database {fault}: {reason}.",
    "{next}, and run the command again. Nothing was lost.",
  ),
  unsafe_database: fix(
    "The database setting {setting} is off, so published data may be lost in a power failure.",
    "Turn the setting on in postgresql.conf, and reload the configuration.",
  ),
  superseded: fix(
    "This machine's workspace is out of date: {by} activated a newer one at {since}. Nothing was done.",
    "Update lading.yaml, the mappings and the program on this machine. If this workspace is the right one, run {command1} to activate it.",
    "lading run --take-over",
  ),
  store_busy: retry(
    "Another program has kept the database {path} locked for {seconds} s{holder}.",
    "Wait for that program to finish, or stop it. Then run the command again. Nothing was lost. If that program copies the database, use {command1} instead.",
    "lading backup",
  ),
  store_damaged: retry(
    "The store {path} is damaged: {reason}.",
    "Stop all processes that use the store, and make a copy of the store. {command1} restores a backup.",
    "lading restore FILE --reason TEXT",
  ),

  // -- secrets --
  key_pair_unusable: fix(
    "The certificate {certificate} and the key {key} cannot be used together: {reason}.",
    "Provide the certificate chain and its private key, both in PEM format. The key must not have a passphrase.",
  ),
  ends_soon: fix("{sentence}", "{next}"),
  platform_unauthorized: fix(
    "The platform rejects the sign-in for the account {account}, so no events are sent: {reason}.",
    "Correct the secret or the sign-in method, then run {command1}.",
    "lading events retry {account}",
  ),
  platform_failing: retry(
    "Lading cannot send events from {feed} to the platform: {reason}. Lading keeps trying.",
    "If the address or a certificate is wrong, correct `platform` in lading.yaml. Otherwise, ask the platform's operators whether the platform is running. {command1} shows how many events are waiting.",
    "lading events",
  ),
  layout_unusable: retry(
    "The layout {layout} cannot be used, so no invoices are accepted: {reason}",
    "Correct the layout. {command1} shows its errors. The next invoice uses the corrected layout.",
    "lading check",
  ),
  outbox_in_doubt: fix(
    "{invoices} from {account} may or may not have reached the FFS. Lading does not resend invoices that are in doubt automatically.",
    "List the invoices with {command1}, and check them in the FFS. For each invoice, run {command2} if the FFS has it, or {command3} if the FFS does not have it.",
    "lading outbox list {account}",
    "lading outbox confirm ID",
    "lading outbox resend ID",
  ),
  outbox_refused: fix(
    "The FFS refused {invoices} from {account}.",
    "{command1} lists the invoices, and {command2} shows the reason for each.",
    "lading outbox list {account}",
    "lading outbox show ID",
  ),
  outbox_entered_twice: fix(
    "The FFS export of {account} contains {invoices} that may differ from the posted invoice with the same number: {rows}. Lading withholds such invoices, so the platform cannot fetch them.",
    "Check in the FFS whether invoices were entered twice or changed after their import. If so, correct them in the FFS. {command1} lists the invoices, and {command2} shows the reason for each.",
    "lading outbox list {account} --all",
    "lading outbox show ID",
  ),
  outbox_waiting: fix(
    "The FFS has not acknowledged {invoices} from {account}. The oldest waiting invoice was posted at {since}.",
    "Check whether the FFS is importing files. {command1} shows the waiting invoices.",
    "lading outbox list {account}",
  ),
  outbox_unknown_acknowledgement: fix(
    "Lading cannot use some acknowledgments for {account}: {names}. The invoices were withdrawn or never sent, or a list of results cannot be read.",
    "Find out where these acknowledgments come from, and check that `acknowledged` specifies the correct columns. Then remove the files with the acknowledgments.",
  ),
  outbox_not_possible: fix(
    "This action is not possible for invoice {id} in the state {state}: {reason}.",
    "{command1} shows the history of the invoice and the next step.",
    "lading outbox show {id}",
  ),
  outbox_no_folder: retry(
    "The outbox folder of {account} is missing: {place}. Invoices are waiting.",
    "Create or mount the folder. Lading never creates the outbox folder, because a missing folder may be an unmounted disk.",
  ),
  outbox_not_mounted: retry(
    "The outbox folder of {account} has no Lading marker file: {place}. The wrong folder, or no folder at all, may be mounted there. Invoices are waiting, and files that are missing from the folder are not treated as picked up.",
    "Mount the correct folder. If the folder was emptied or replaced on purpose, run {command1}.",
    "lading outbox renew {account}",
  ),
  outbox_of_another: fix(
    "The accounts {account} and {other} use the same outbox folder: {place}. Nothing is sent for {account}.",
    "Give each account its own folder in `lading.yaml`. If {other} is just the previous name of {account}, run {command1}.",
    "lading outbox renew {account}",
  ),
  outbox_not_whole: retry(
    "The file of invoice {id} in {place} differs from what Lading wrote, so the invoice was not sent.",
    "Check the disk or the server. The next run writes the file again.",
  ),
  outbox_name_taken: retry(
    "Invoice {id} is waiting because the outbox folder {place} already contains a file named {name}, which Lading did not write.",
    "Find out who wrote the file, and remove it. The next run sends the invoice.",
  ),
  outbox_old_owner: retry(
    "Invoice {id} was not resent because process {pid} on {host} may still be sending it.",
    "Stop that process or restart its machine, and run the command again.",
  ),
  platform_refuses: fix(
    "The platform refused {events} from {feed}. Lading does not send refused events again automatically.",
    "{command1} shows the reasons. After you fix the causes, {command2} sends the events again.",
    "lading events list {feed}",
    "lading events retry {feed}",
  ),
  secret_missing: fix(
    "The secret {reference} is missing: {reason}.",
    "Set the environment variable, or create the file with mode 0600.",
  ),
  secret_exposed: fix("The secret file {path} can be read {readers} (mode {mode}).", "{next}"),
  secret_unreadable: fix("The secret file {path} cannot be read: {reason}.", "{next}"),

  // -- SFTP errors that a person has to correct --
  sftp_no_answer_possible: fix(
    "The host key of {host} cannot be confirmed, because there is no terminal. No key was pinned.",
    "Run the command in a terminal, or pass the fingerprint from the partner: `--fingerprint SHA256:...`.",
  ),
  sftp_not_that_key: fix(
    "{host} has no key with the fingerprint {wanted}, so nothing was written. Its keys: {seen}.",
    "Check the fingerprint with the partner. If the fingerprint is correct, someone may be intercepting the connection.",
  ),
  sftp_no_pin: fix(
    "The host key of {host} is not pinned, so nothing was sent to it. The server's key is {seen}, but it could be an attacker's key.",
    "Ask the partner for the fingerprint through another channel, such as a phone call. If it matches, run {command1}, or set `host_key: {pin}` in lading.yaml.",
    "lading trust {target}",
  ),
  sftp_weak_algorithms: fix(
    "{host} offers only obsolete algorithms ({reason}).",
    "Ask the partner to update the server. Until then, you can set `legacy_algorithms: true` for this source to accept the old algorithms.",
  ),
  sftp_wrong_private_key: fix("The private key for {user} at {host} cannot be used: {reason}.", "{next}"),

  // -- SFTP: the environment --
  sftp_unknown_host: retry(
    "The host name {host} cannot be resolved ({reason}).",
    "Check the spelling of `host`, and make sure that this machine can resolve host names.",
  ),
  sftp_refused: retry(
    "{host} refused the connection on port {port}.",
    "Check `port`, and ask the partner whether the server is running and accepts connections from this machine's address.",
  ),
  sftp_unreachable: retry(
    "{host} cannot be reached on port {port}: {reason}.",
    "Check the network and the firewalls between this machine and the host.",
  ),
  sftp_timed_out: retry(
    "{host} timed out: no response within {seconds} s while {doing}.",
    "Lading will try again. If this persists, contact the partner, or increase the time limit in `deadlines` for this source.",
  ),
  sftp_too_slow: retry(
    "{host} is sending too slowly: {name} ({size} bytes) was not complete after {seconds} s.",
    "Lading will try again. If the connection is always this slow, decrease `deadlines.slowest` for this source.",
  ),
  sftp_lost: retry(
    "{host} closed the connection while {doing}: {reason}.",
    "Lading will try again. If this persists, ask the partner to check the server's log.",
  ),
  sftp_wrong_host_key: retry(
    "The host key of {host} does not match the pinned key, so nothing was sent to it. Expected: {expected}. Received: {seen}.",
    "Either the partner changed the key, or someone is intercepting the connection. Ask the partner through another channel. If the new key is correct, run {command1}.",
    "lading trust {target}",
  ),
  sftp_revoked_host_key: retry(
    "{host} uses the host key {seen}, which is marked @revoked, so nothing was sent to it.",
    "Do not trust this server. Ask the partner for the new host key.",
  ),
  sftp_login_failed: retry(
    "{host} rejected the login of {user}: wrong user, password or key (the server accepts: {methods}).",
    "Check `user` and the secret. Lading waits longer after each failed login, to avoid locking the account.",
  ),
  sftp_no_login_method: retry(
    "{host} accepts only {methods} for {user}, but no matching secret is configured. Nothing was sent.",
    "{next}",
  ),
  sftp_login_cut: retry(
    "{host} closed the connection during the login of {user}.",
    "Ask the partner whether this account has expired, is locked, or is not permitted to log in from this machine. Lading waits before it tries again, to avoid locking the account.",
  ),
  sftp_second_proof: retry(
    "{host} accepted {accepted} for {user}, but it also requires {required}.",
    "{next}",
  ),
  sftp_password_expired: retry(
    "{host} reports that {user}'s password has expired{said}.",
    "Set a new password on the server, or ask the partner to do so, even if this user logs in with a key. If the source has `password`, store the new one there. Lading waits before it tries again, to avoid locking the account.",
  ),
  sftp_no_more_connections: retry(
    "{host} did not allow another connection: {reason}.",
    "Lading will try again. If this persists, end this user's other sessions. Ask the partner how many connections are allowed and whether this machine's address is blocked.",
  ),
  sftp_not_ssh: retry(
    "{host} does not use SSH on port {port}. It sent {said}.",
    "Check `port`. SFTP runs over SSH, usually on port 22. FTP and FTPS are different protocols.",
  ),
  sftp_text_first: retry(
    "{host} accepted {user}, but sent text before SFTP started: {said}.",
    "If the text gives a reason for refusing the login, such as an expired account, resolve that first. Otherwise, ask the partner to remove what this account prints at login (in `.bashrc` or a similar script), or to use `internal-sftp`.",
  ),
  sftp_no_sftp: retry(
    "{host} accepted {user}, but does not offer SFTP: {reason}.",
    "Ask the partner to enable SFTP for this user. On OpenSSH servers, an expired password causes the same error.",
  ),
  sftp_no_directory: retry(
    "The directory {path} does not exist on {host}.",
    "Check `directory`. A path without a leading slash is relative to the user's home directory.",
  ),
  sftp_no_permission: retry(
    "{host} denied permission while {doing}.",
    "Ask the partner for this permission.{alternative}",
  ),
  sftp_failed: retry(
    "{host} returned an error while {doing}: {reason}.",
    "Lading will try again. If this persists, ask the partner to check the server's log for this time.",
  ),
  sftp_not_moved: retry(
    "{host} could not move a file to {directory}: {reason}.",
    "In `after_success` or `after_failure`, specify a directory on the same disk as the files. The directory must exist, or Lading must be able to create it. Until this is fixed, the file stays in its current directory.",
  ),
  sftp_no_rename: retry(
    "{host} does not allow Lading to {right} files. The new {name} was saved as {other}. An older {name} is unchanged. {reason}",
    "Ask the partner to allow this user to {right} files in this directory. The next run then renames the file. Until then, use {other}.",
  ),
  sftp_too_many_entries: retry(
    "The directory {path} on {host} has more than {limit} entries, so Lading fetched no files.",
    "Set `after_success` to move or delete files, or increase `limits.entries` for this source.",
  ),
  sftp_too_large: retry(
    "The file {name} on {host} is {size} bytes long. Maximum: {limit}.",
    "Ask the partner for a smaller export, or for one that is split into several files. If `limits.size` is below 256 MB for this source, you can increase it.",
  ),
  sftp_file_changed: retry(
    "The file {name} on {host} changed: {reason}. The downloaded copy was discarded.",
    "Lading will try again once the file stops changing. If this persists, ask the partner to upload the file under a different name and then rename it.",
  ),
  sftp_waiting: retry(
    "Lading will not connect to {host} again before {until}. Consecutive failures: {failures}. Last failure: {reason}",
    "{command1} connects immediately. If everything works, the wait ends.",
    "lading doctor",
  ),
};

export type ErrorCode = keyof typeof errorKinds;

export class LadingError extends Error {
  override readonly name = "LadingError";
  readonly code: ErrorCode;
  readonly recovery: Recovery;
  readonly hint: string;
  /** The commands in the hint. */
  readonly commands: readonly string[];
  /** Values for the placeholders in the message and the hint. */
  readonly about: Readonly<Record<string, string | number>>;

  constructor(
    code: ErrorCode,
    message: string,
    hint: string,
    cause?: unknown,
    about: LadingError["about"] = {},
    commands: readonly string[] = [],
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.recovery = errorKinds[code].recovery;
    this.hint = hint;
    this.about = about;
    this.commands = commands;
  }
}

/** Returns the error without throwing it. */
export function failure<C extends ErrorCode>(
  code: C,
  filling: Filling<
    | (typeof errorKinds)[C]["sentence"]
    | (typeof errorKinds)[C]["hint"]
    | (typeof errorKinds)[C]["commands"][number]
  >,
  cause?: unknown,
): LadingError {
  const kind = errorKinds[code];
  const given = kind.commands.map((command) => fill(command, filling));
  const { next, commands } = nextStep(fill(kind.hint, filling), ...given);
  return new LadingError(code, fill(kind.sentence, filling), next, cause, filling, commands);
}

/** `reason` is a full sentence. */
export function wrongUse(reason: string): LadingError {
  return failure("wrong_use", { reason });
}

/** `code` is the system's error code, such as `ENOSPC`. */
export function storageFailure(path: string, code: string, cause?: unknown): LadingError {
  return failure("storage_failed", { path, reason: code === "ENOSPC" ? "the disk is full" : code }, cause);
}

/** `state` is the SQLSTATE or another key of `storeFaults`, if known. */
export function storeFailure(reason: string, state = "", cause?: unknown): LadingError {
  const [fault, next] = storeFaults.get(state) ?? (isSqlState(state) ? reportsError : doesNotRespond);
  return failure("store_unreachable", { fault, reason: reason.replace(/\.$/, ""), next }, cause);
}

/** True for a PostgreSQL code, false for a Node code such as `EPIPE`. */
export function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code);
}

type StoreFault = readonly [fault: string, next: string];

const doesNotRespond: StoreFault = [
  "did not respond",
  "Check that it is running at the host and port in its URL, and that this machine and this user can reach it",
];

const reportsError: StoreFault = [
  "reported an error",
  "Check the host, the user and the name of the database in its URL, and the database's log",
];

const refusesLogin: StoreFault = [
  "rejects the login of this user",
  "Check the user and the password in the database's URL, and pg_hba.conf on its machine",
];

const refusesTables: StoreFault = [
  "does not allow this user to create or change Lading's tables",
  "Make the user the owner of the database, or run this statement in the database: GRANT CREATE, USAGE ON SCHEMA public TO followed by the user",
];

const storeFaults: ReadonlyMap<string, StoreFault> = new Map([
  [
    "certificate",
    [
      "has a certificate from an untrusted authority",
      "In the database's URL, set `sslrootcert=/PATH/ca.pem` to the certificate of the authority that signed the database's certificate. If the URL already sets `sslrootcert`, its file does not contain the right certificate",
    ],
  ],
  [
    "certificate of another host",
    [
      "has a certificate for a different host name",
      "Use the certificate's host name in the database's URL, or give the database a certificate for this name",
    ],
  ],
  [
    "certificate expired",
    [
      "has a certificate that has expired or is not valid yet",
      "Give the database a new certificate, and check this machine's clock",
    ],
  ],
  [
    "certificate files",
    [
      "cannot be reached with the certificate files in its URL",
      "Check `sslrootcert`, `sslcert` and `sslkey` in the URL. Each must be the path of a PEM file, and the certificate and key must belong together",
    ],
  ],
  [
    "no TLS",
    [
      "does not offer encryption, but its URL requires it",
      "Turn `ssl` on in postgresql.conf. On a single machine or a private network, you can instead use `sslmode=disable` in the URL",
    ],
  ],
  [
    "TLS",
    ["could not be reached over TLS", "Check the host and the port in its URL, and the database's log"],
  ],
  [
    "not PostgreSQL",
    [
      "does not respond like PostgreSQL",
      "Check the host and the port in its URL, and that a PostgreSQL database is running there",
    ],
  ],
  [
    "TLS required",
    [
      "does not accept this user without encryption",
      "Add `sslmode=verify-full` to the URL, with `sslrootcert=/PATH/ca.pem` for your own authority. If that does not help, check pg_hba.conf",
    ],
  ],
  [
    "client certificate",
    [
      "requires a client certificate from this user",
      "Add `sslcert=/PATH/client.pem` and `sslkey=/PATH/client.key` to the URL",
    ],
  ],
  // PgBouncer reports a protocol violation (08P01) for every connection that it refuses.
  [
    "08P01",
    [
      "is behind a connection pooler that refused the connection",
      "Give Lading a transaction pool (`pool_mode = transaction`) with enough connections, or the database's own address",
    ],
  ],
  [
    "25006",
    [
      "is read-only",
      "Specify the host that accepts writes, or turn `default_transaction_read_only` off for this database and this user",
    ],
  ],
  ["53100", ["has no space left on its disk", "Free some space on the database's machine"]],
  [
    "55P03",
    [
      "is locked by another program",
      "Let that program finish. `pg_stat_activity` in the database lists the programs. `lock_timeout` sets how long Lading waits",
    ],
  ],
  ["28000", refusesLogin],
  ["28P01", refusesLogin],
  [
    "3D000",
    [
      "cannot be opened",
      "Correct the name of the database at the end of the URL, or create the database on its server: CREATE DATABASE followed by the name",
    ],
  ],
  [
    "57P03",
    [
      "is not ready for connections",
      "Wait until it has started. If it does not start, check the database's log",
    ],
  ],
  ["42501", refusesTables],
  ["3F000", refusesTables],
  [
    "53300",
    [
      "has no free connections",
      "Increase `max_connections` in the database, or close other connections (each Lading process opens at most 10)",
    ],
  ],
]);

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}

/** True if permission is missing or the location is read-only. */
export function isDenied(error: unknown): boolean {
  return hasCode(error, "EACCES", "EPERM", "EROFS");
}

/** Returns undefined if the error is not a system error. */
export function writingFailure(path: string, error: unknown): LadingError | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || error instanceof LadingError) return undefined;
  return isDenied(error) ? failure("no_permission", { path }, error) : storageFailure(path, code, error);
}

const readingCalls = ["scandir", "opendir", "stat", "lstat", "read"];

/**
 * Returns undefined unless the cause of the error is a missing permission, a read-only file system, a full disk, or a
 * file in place of a folder (or vice versa). `isUnreadable` returns true if the file could not be opened for reading,
 * rather than for writing.
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
