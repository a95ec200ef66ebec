import { fieldLabels } from "../../model/field-labels.js";
import type { OriginalFile } from "../api/views.js";
import { quotedAtEnd } from "../../sentence.js";
import type { DiagnosticView, QuestionView, RowState } from "../studio/messages.js";
import type { FeedRequest } from "../studio/requests.js";

/** All user-visible text of the app, in one file to simplify translation. */

const count = (n: number): string => n.toLocaleString("en");
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
const rows = (n: number): string => (n === 1 ? "1 row" : `${count(n)} rows`);

/** The server's name for the built-in account without tax. */
export const withoutTax = "without tax";

export function diagnosticText({ message, expected, nearest }: DiagnosticView): string {
  return [
    message,
    ...(expected === undefined ? [] : [texts.text.expected(expected)]),
    ...(nearest === undefined ? [] : [texts.text.nearest(nearest)]),
  ].join(". ");
}

/** The first values, and the number of the others. */
function shortened(values: readonly string[]): readonly string[] {
  const left = values.length - 3;
  return [
    ...values.slice(0, 3).map((value) => `“${value}”`),
    ...(left > 0 ? [left === 1 ? "1 more value" : `${count(left)} more values`] : []),
  ];
}

export const texts = {
  console: {
    skip: "Skip to content",
    refresh: "Refresh",
    retry: "Retry",
    loading: "Loading …",
    working: "Working …",
    now: "now",
    previous: "Previous",
    next: "Next",
    cancel: "Cancel",
    clear: "Clear",
    copy: "Copy",
    download: "Download",
    reason: "Reason",
    enterReason: "Enter a reason.",
    crumbs: "Breadcrumb",
    table: (name: string) => `${name}, table`,
    nextStep: "Next:",
    /** The next step in the console for problems whose usual next step is for administrators. */
    nextInConsole: {
      no_list: "Open the feed and select “Deliver file”, or wait for a file from the source.",
    } as Readonly<Record<string, string>>,
    since: "Since",
    administrators: "For administrators",
    ofFeeds: (n: number) => (n === 1 ? "Feed:" : `${count(n)} feeds:`),
    andMore: (n: number) => `and ${count(n)} more`,
    failed: "The action failed. Try again.",
    unreachable: { message: "Lading is not responding. Your input is kept.", hint: "" },
    refusedLater: (why: string) => `Your decision was not carried out. ${why}`,
    noScreen: "This page does not exist.",
    noFeeds: "No feeds yet. Drop a file to start.",
    brokenWorkspace: "The workspace cannot be read.",
    demonstration: {
      title: "Demonstration",
      lead: "The partners, the freight forwarding system (FFS) and the platform are simulated on this machine. Before a button sends a file to a feed, held files of that feed are rejected.",
      actions: {
        broken: {
          label: "Send broken file",
          result:
            "Sends a staff file that ends in the middle of a row, so Lading holds the file. The last good list is still served. If the feed has a problem, for example because you approved a broken file, a complete file is sent first. Publishing the complete file undoes your approval.",
          underWay: "The broken file was sent and will be processed within a few seconds.",
        },
        changed: {
          label: "Send changed file",
          result:
            "Sends a staff file in which one person's name has changed. Lading publishes a new version of the list.",
          underWay: "The changed file was sent and will be processed within a few seconds.",
        },
        invoice: {
          label: "Approve invoice",
          result: "Sends an invoice from the platform through Lading to the FFS. The FFS posts the invoice.",
          underWay: "The invoice was approved and will be posted within a few seconds.",
        },
      },
    },
    notDeleted: "Not deleted:",
    sparkLabel: (n: number, least: string, most: string, isHeld: boolean | undefined) =>
      `Rows in the last ${n} deliveries: ${least} to ${most}${isHeld === true ? "; the last one is held" : ""}`,
    nav: {
      label: "Main",
      feeds: "Feeds",
      mappings: "Mappings",
      invoices: "Invoices",
      runs: "Runs",
      theme: "Theme",
      signIn: "Sign in",
      signOut: "Sign out",
      person: "Signed in as",
      personHint: "Your decisions are recorded under this name.",
      attention: (n: number) => (n === 1 ? "1 problem needs attention" : `${n} problems need attention`),
      doubtful: (n: number) => `${n} in doubt`,
    },
    states: {
      good: "Good",
      done: "Done",
      held: "Held",
      rejected: "Rejected",
      failing: "Failing",
      stale: "Late",
      paused: "Paused",
      partial: "Partial",
      unpublished: "No list",
      waiting: "Waiting",
      first_file: "Held",
      unusable: "Held",
      quarantined: "Quarantined",
      rejected_by_person: "Rejected",
      undecided: "Failing",
      late: "Late",
      no_list: "No list",
      workspace_not_taken: "Not applied",
      alerts_failing: "Alerts fail",
      outbox_in_doubt: "In doubt",
      expiring: "Expires",
      RECEIVED: "Received",
      WAITING: "Waiting",
      HELD: "Held",
      PUBLISHED: "Published",
      UNCHANGED: "Unchanged",
      SUPERSEDED: "Superseded",
      REJECTED: "Rejected",
      QUARANTINED: "Quarantined",
      RELEASED: "Approved",
      REPLAYED: "Processed again",
      ROLLED_BACK: "Rolled back",
      RESUMED: "Resumed",
      RESTAMPED: "Published again after a restore",
      FORGOTTEN: "Person forgotten",
      CRASHED: "Reader stopped",
      RETRY: "Retried",
      RECORDED: "Recorded",
      WRITTEN: "Written",
      SENDING: "Sending",
      SENT: "Sent",
      PICKED_UP: "Picked up",
      IN_DOUBT: "In doubt",
      IMPORTED: "Imported",
      REFUSED: "Refused",
      WITHDRAWN: "Withdrawn",
      sending: "Sending",
      retrying: "Retrying",
      stopped: "Stopped",
      none: "No events",
      failed: "Failed",
      error: "Error",
      warning: "Warning",
      note: "Note",
    } as Record<string, string>,
    /** Explains states whose labels are not obvious. */
    explained: {
      stale: "The next file is overdue.",
      paused: "Files are received but not published until you select Resume.",
      partial: "Some rows of the last file were rejected. The other rows were used.",
      WAITING: "The file is waiting for another list or file, or for the feed to be resumed.",
      UNCHANGED: "The file contains the same records as the list.",
      SUPERSEDED: "A newer file was used instead of this file.",
      QUARANTINED:
        "The process that was reading the file crashed or was killed twice. Lading no longer tries to read the file.",
      PICKED_UP: "The FFS has taken the file but has not confirmed the import yet.",
      IN_DOUBT: "It is not certain whether the FFS has the invoice.",
    } as Record<string, string>,
    kinds: {
      added: "Added",
      changed: "Changed",
      revived: "Reactivated",
      deactivated: "Deactivated",
      removed: "Removed",
      carried: "Kept",
    } as Record<string, string>,
    signIn: {
      title: "Sign in",
      lead: "Sign in to approve or reject files. Your name is recorded with every decision.",
      key: "Access key",
      hint: "Ask your administrator for an access key.",
      action: "Sign in",
    },
    feeds: {
      lead: (feeds: number, accounts: number, at: string) =>
        `${feeds === 1 ? "1 feed" : `${count(feeds)} feeds`} in ${accounts === 1 ? "1 account" : `${count(accounts)} accounts`}. As of ${at} UTC.`,
      lastRun: (ago: string) => (ago === "now" ? "Last run just now." : `Last run ${ago} ago.`),
      convert: "Convert file",
      add: "Add feed",
      attention: "Needs attention",
      notes: "Notes",
      urgentFirst: "Most urgent first",
      allGood: "Everything is good.",
      filteredGood: "No problems in the feeds that match the filter.",
      showAll: (n: number) => `Show all ${n}`,
      review: "Review",
      open: "Open",
      checkInvoices: "Check invoices",
      all: "All feeds",
      filter: "Filter by account or feed",
      type: "Record type",
      allTypes: "All record types",
      collapse: "Collapse all",
      expand: "Expand all",
      caption: "Feeds by account",
      noMatch: (search: string) => (search === "" ? "No feed matches." : `No feed matches “${search}”.`),
      healths: {
        all: (n: number) => `All ${count(n)}`,
        attention: (n: number) => `Attention ${count(n)}`,
        good: (n: number) => `Good ${count(n)}`,
      },
      columns: {
        feed: "Feed",
        health: "Health",
        records: "Records",
        rows: "Rows, last 30 files",
        fileAge: "File age",
        listAge: "List age",
        version: "Version",
      },
    },
    feed: {
      resume: "Resume",
      rollBack: "Roll back",
      list: "Current list",
      formats: { csv: "List as CSV", xlsx: "List as Excel", json: "List as JSON" },
      listFor: "To correct records, edit the original file and deliver it. Do not deliver the list.",
      originalFile: (at: string, n: number, records: number) =>
        `The original file was received on ${at} UTC and has ${rows(n)}. The list has ${records === 1 ? "1 record" : `${count(records)} records`}.`,
      /** Why the original file may not be suitable for corrections. Empty if it is suitable. */
      originalWarning: ({ rejected, isCutOff }: OriginalFile) =>
        [
          isCutOff &&
            "The file may have been cut off. If rows are missing, ask the partner for a complete file.",
          rejected > 0 &&
            `${rejected === 1 ? "1 row" : `${count(rejected)} rows`} of the file ${rejected === 1 ? "was" : "were"} rejected.`,
        ]
          .filter(Boolean)
          .join(" "),
      records: (n: number) => (n === 1 ? "1 record" : `${count(n)} records`),
      noList: "No list yet",
      noListYet: "There is no list yet.",
      served: (number: number, records: number) =>
        `Version ${number}, ${records === 1 ? "1 record" : `${count(records)} records`}`,
      afterRollback: (to: number) => `after a rollback to version ${to}`,
      expected: (at: string) => `next expected by ${at} UTC`,
      recommended: "none; files are in the recommended format",
      facts: {
        served: "Current list",
        changed: "Published",
        lastFile: "Last file",
        source: "Source",
        mapping: "Mapping",
        endpoint: "Platform request",
      },
      tabs: {
        label: "Feed",
        list: "List",
        deliveries: "Deliveries",
        versions: "Versions",
        deliver: "Deliver file",
      },
      lastChangeHint:
        "The time of the record's last change, in UTC, as sent to the platform. The time comes from the partner's export. If the export has no usable time, Lading uses the time of publication.",
      searchList: "Search all fields",
      activity: "Filter",
      activities: {
        all: (n: number) => `All ${count(n)}`,
        active: (n: number) => `Active ${count(n)}`,
        inactive: (n: number) => `Inactive ${count(n)}`,
      },
      noRecord: (search: string) => (search === "" ? "No record matches." : `No record matches “${search}”.`),
      recordTitle: (id: string, name: string) => `History of ${name === "" ? id : `${id}, ${name}`}`,
      approvedBy: (name: string, reason: string) =>
        `Approved by ${reason === "" ? name : `${name}: “${reason}”`}`,
      noHistory: "The history of this record has been deleted.",
      fileRow: (file: string, line: number | undefined) =>
        line === undefined ? file : `${file}, row ${line}`,
      chart: "Rows read per file",
      chartLead: (n: number) => (n === 1 ? "1 file" : `Last ${n} files`),
      chartKinds: {
        b: "file used for the list",
        s: "file superseded by a newer one",
        h: "file held or waiting",
        x: "file rejected or quarantined",
      },
      searchFiles: "Search file names",
      status: "Status",
      allStatuses: "All statuses",
      noDelivery: "No file matches.",
      again: "Same content as before",
      listRolledBack: "List rolled back",
      deliveredBy: (name: string) => `Delivered by ${name}`,
      decidedBy: (name: string, reason: string) => (reason === "" ? name : `${name}: “${reason}”`),
      columns: {
        id: "ID",
        name: "Name",
        received: "Received (UTC)",
        file: "File",
        status: "Status",
        rows: "Rows",
        rejected: "Rejected",
        by: "Decided by",
        published: "Published (UTC)",
        from: "From",
        what: "What changed",
        action: "Action",
        change: "Change",
        field: "Field",
        before: "Before",
        after: "After",
      },
      rollbackTo: (number: number) => `Rollback to ${number}`,
      resumedBy: (name: string, reason: string) =>
        `Resumed by ${reason === "" ? name : `${name}: “${reason}”`}`,
      forgotten: "Person forgotten",
      changes: "Changes",
      whatChanged: (number: number) => `What version ${number} changed`,
      noChange:
        "No records changed. Lading publishes a version without changed records if a setting changed, if a person approved the file, if the file contains a newer time for an unchanged record, or if an inactive record is missing from the file for the first time.",
      isServed: "Current",
      to: (number: number) => `to ${number}`,
      rollBackTitle: (feed: string) => `Roll back ${feed}`,
      goBackTo: "Go back to",
      versionOption: (number: number, at: string, records: number) =>
        `Version ${number}, ${at}, ${records === 1 ? "1 record" : `${count(records)} records`}`,
      rollBackEffect: (to: number, next: number, changes: string | undefined) =>
        `The records of version ${to} will be published as version ${next}${changes === undefined ? "." : `: ${changes}`}`,
      thenPaused:
        "After the rollback, the feed is paused: files are received but not published until you select Resume.",
      resumeTitle: (feed: string) => `Resume ${feed}`,
      resumeEffect: (waiting: number) =>
        `${waiting === 0 ? "No new file is waiting." : waiting === 1 ? "1 file is waiting. The next run processes it." : `${count(waiting)} files are waiting. The next run processes them.`} The file that produced the rolled-back list is not published again automatically. If no newer file replaces it, the next run holds it until a person approves or rejects it.`,
    },
    forget: {
      start: "Forget person",
      startHint:
        "Permanently deletes all data about a person in this feed, for example at the person's request. Before you confirm, you see what will be deleted.",
      title: (feed: string) => `Forget a person in ${feed}`,
      titleOf: (id: string) => `Forget ${id}`,
      action: "Forget",
      search: "Search",
      idHint:
        "The ID of the person's record, even if the record is no longer in the list. Only this feed is searched.",
      reasonHint: "Required. The reason is kept with your name. Do not include anyone else's name.",
      nothing: (id: string) =>
        `Lading found no data about “${id}” in this feed. If you were asked to repeat an earlier removal, select “Forget” again.`,
      fromList: "The list will be published again without this record.",
      fromNotes: "The list will be published again without the note about this record.",
      fromVersions: (versions: readonly number[]) =>
        versions.length === 1
          ? `The record will be deleted from version ${versions.join()}.`
          : `The record will be deleted from ${count(versions.length)} versions (${versions.slice(0, 10).join(", ")}${versions.length > 10 ? ", …" : ""}).`,
      changes: (n: number) =>
        n === 1
          ? "1 change in the history will be deleted."
          : `${count(n)} changes in the history will be deleted.`,
      event: "The event for the platform about this record will be deleted.",
      reports: (n: number) =>
        n === 1 ? "1 run report will be deleted." : `${count(n)} run reports will be deleted.`,
      files: (n: number) =>
        n === 1
          ? "1 stored file will be deleted, in every feed that received it:"
          : `${count(n)} stored files will be deleted, in every feed that received them:`,
      open: (n: number) =>
        `${n === 1 ? "1 stored file contains" : `${count(n)} stored files contain`} the record but cannot be deleted yet. If a file is held, approve or reject it first. Then wait for the next run and forget the person again:`,
      unknown: (n: number) =>
        `${n === 1 ? "1 stored file cannot be read and may contain the record. The file will be" : `${count(n)} stored files cannot be read and may contain the record. The files will be`} kept:`,
      unsearched: (n: number) =>
        `For this preview, ${n === 1 ? "1 older file was" : `${count(n)} older files were`} not searched. All files are searched when you confirm, which can take several minutes.`,
      file: (name: string, at: string) => `${name} (${at} UTC)`,
      names: (names: readonly string[], more: number) =>
        `${names.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}.`,
      final: "This cannot be undone. A rollback does not restore the record.",
    },
    deliver: {
      drop: (feed: string) => `Drop a file for ${feed}`,
      formats: (most: number) =>
        `One file of up to ${megabytes(most)}, in the same format as the partner's exports.`,
      names: "The name must match",
      choose: "Choose file",
      chosen: (name: string, size: string) => `${name}, ${size}`,
      receivers: (feeds: readonly string[]) => `These feeds will receive the file: ${feeds.join(", ")}.`,
      reason: "Your name and the reason are recorded in the history.",
      action: "Deliver file",
      sending: (name: string, percent: number) => `${name}: ${percent}% sent`,
      checking: (name: string) => `${name} was sent and is being processed.`,
      show: "Show the delivery",
      showRejected: "Show the rejected rows",
      noFile: "Choose a file first.",
      several: "Choose one file.",
      empty: (name: string) => `The file is empty: ${name}. Choose another file.`,
      tooLarge: (name: string, most: number) => `${name} is larger than ${megabytes(most)}.`,
      nextTitle: "What happens next",
      next: "The file is processed like a file from the source. If the file passes the checks, its changes are published as a new version. If a check holds the file, you can review the changes first.",
      paused: (at: number) =>
        `The feed is paused after a rollback to version ${at}: files are received but not published until you select Resume.`,
      replaces:
        "If the file contains the complete list and is accepted, older held files of this feed are superseded.",
      rejects:
        "To correct only the rejected rows, download them from their delivery, correct the cells, and deliver the corrected file.",
      ownList: "A downloaded list cannot be delivered, because its columns differ from those of the export.",
      original: "To correct a few cells, download the original file of the current list:",
      interrupted: { message: "Only part of the file arrived. Send the file again.", hint: "" },
    },
    delivery: {
      received: (at: string, source: string, ago: string) =>
        `Received ${at} UTC from ${source}, ${ago === "now" ? "just now" : `${ago} ago`}.`,
      delivered: (at: string, by: string, reason: string) =>
        `Delivered ${at} UTC by ${by}${reason === "" ? "." : `: ${quotedAtEnd(reason)}`}`,
      receivedAgain: (at: string) => `Last received again ${at} UTC.`,
      delivery: "Delivery",
      original: "Original file",
      rejects: "Rejected rows with reasons",
      report: "Report as JSON",
      toList: "Show the list",
      replay: "Process again",
      replayTitle: (file: string) => `Process ${file} again?`,
      replayEffect:
        "The stored file is read with the current mapping. The checks are the same as for a new file. Process the file again after you correct the mapping, or if you rejected the file by mistake.",
      outcomes: {
        RECEIVED: () => "The file was received but has not been processed yet.",
        WAITING: () => "The file is waiting.",
        PUBLISHED: (version: number | undefined) => `Version ${version ?? "?"} was published from this file.`,
        UNCHANGED: () => "The file changed nothing.",
        SUPERSEDED: () => "A newer file was used instead, so this file was superseded.",
        REJECTED: () => "The file was rejected.",
        QUARANTINED: () =>
          "The process that read the file crashed or was killed twice, so the file was quarantined.",
        HELD: () => "The file is held.",
      } as Record<string, (version: number | undefined) => string>,
      served: (number: number, records: number) =>
        `Version ${number} with ${records === 1 ? "1 record" : `${count(records)} records`} is the current list.`,
      decided: (isApproved: boolean, by: string, at: string, reason: string) =>
        `${isApproved ? "Approved" : "Rejected"} by ${by}, ${at} UTC${reason === "" ? "." : `: ${quotedAtEnd(reason)}`}`,
      rolledBack: "This list was rolled back.",
      why: "Why this file is held",
      steps: "Steps",
      step: "Step",
      at: "Time (UTC)",
      by: "By",
      stepReason: "Reason",
      again: "Received again",
      version: (label: string, number: number) => `${label} (version ${number})`,
      waitsForResume: (at: number) =>
        `The feed is paused after a rollback to version ${at}. The file waits until you select Resume.`,
      resumeFirst: (at: number) =>
        `The feed is paused after a rollback to version ${at}: files are received but not published. Resume the feed before you approve this file.`,
      whyBefore: "Why this file was held",
      stillServed: (number: number, records: number) =>
        `Version ${number} with ${records === 1 ? "1 record" : `${count(records)} records`} remains the current list.`,
      ifApproved: (deactivated: number, removed: number) =>
        `If you approve the file, ${[
          deactivated > 0 &&
            `${deactivated === 1 ? "1 active record becomes" : `${count(deactivated)} active records become`} inactive`,
          removed > 0 &&
            `${removed === 1 ? "1 record is removed" : `${count(removed)} records are removed`} from the list`,
        ]
          .filter(Boolean)
          .join(", and ")}.`,
      others: "Other feeds",
      feed: "Feed",
      result: "Result",
      othersLead: "These feeds received the same file. Approve or reject the file separately in each feed.",
      onlyHere: (feed: string, others: string) =>
        `This decision applies only to ${feed}. The results in other feeds do not change (${others}).`,
      passed: (n: number) => (n === 1 ? "1 other check passed" : `${n} other checks passed`),
      guard: "Check",
      thisFile: "This file",
      limit: "Limit",
      found: (found: string) => `This file: ${found}`,
      allowed: (allowed: string) => `Allowed: ${allowed}`,
      gauge: (found: string, what: string, of: string, allowed: string) =>
        `Measured: ${what}. This file: ${found}. Compared with: ${of}. Allowed: ${allowed}.`,
      decide: "Decide",
      unusable:
        "This file produces no list because the mapping cannot find all of its columns in the file. Correct the mapping, and the next run will process the file again. Otherwise, reject the file.",
      ownChange:
        "The changes may come from the new mapping, setting or version of Lading rather than from the partner. If the changes are correct, approve them. If they are wrong, do not reject the file. Instead, restore the mapping or the setting. The next run will then process the file again. To restore a replaced mapping, open the file and the mapping on the Mappings screen, and select Restore under Promote.",
      rejectOwn:
        "does not use the file, but keeps the new mapping or setting. Later files are then held for the same reason.",
      reasonHint:
        "Required. The reason is recorded with your name. If you reject the file, the message for the partner contains the reason.",
      approve: "Approve",
      reject: "Reject",
      approveEffect: (next: number) => `publishes version ${next} with exactly the changes shown here.`,
      rejectEffect: (current: number | undefined) =>
        `${current === undefined ? "publishes nothing" : `keeps version ${current}`}. Ask the partner for a corrected file.`,
      approveTitle: (file: string) => `Approve ${file}?`,
      rejectTitle: (file: string) => `Reject ${file}?`,
      approveConfirm: (next: number, changes: string) =>
        `Version ${next} is published now: ${changes} The platform reads it within seconds. You can roll back later.`,
      rejectConfirm: (current: number | undefined) =>
        `${current === undefined ? "No list is published." : `Version ${current} remains current.`} The file is kept with your reason. If the same file is delivered again, it is processed again.`,
      reasonIs: (reason: string) => `Reason: “${reason}”`,
      nothingChanges: "nothing changes.",
      summary: "Summary",
      counts: {
        read: "rows read",
        accepted: "accepted",
        rejected: "rejected",
        skipped: "skipped by a rule",
        merged: "merged",
        stale: "older than the list",
        after: (inactive: number) =>
          `records after approval${inactive === 0 ? "" : `, ${count(inactive)} of them inactive`}`,
        records: "records",
        unchanged: "unchanged",
      },
      changes: "Changes",
      wouldHaveChanged: "What this file would have changed",
      filterChanges: "Filter changes",
      all: "All",
      more: (left: number) => `Show ${Math.min(left, 50)} more`,
      shownOf: (shown: number, all: number) => `${count(shown)} of ${count(all)}`,
      findings: "Issues",
      times: (n: number) => (n === 1 ? "once" : `${count(n)} times`),
      column: (name: string) => `column “${name}”`,
      rows: (numbers: readonly number[]) => `${numbers.length === 1 ? "row" : "rows"} ${numbers.join(", ")}`,
      rejectedRows: "Rejected rows",
      rejectedLead: (hasEarlier: boolean) =>
        `Rows as they appear in the file. Incorrect cells are marked ✕.${hasEarlier ? " If the list already has the record of a rejected row, that record is kept." : ""}`,
      allReasons: "Reasons for all rejected rows",
      row: "Row",
      empty: "empty",
      first: "First rows of the file",
      reading: "How the file was read",
      noReport: "This file was not processed, so there is no report.",
      reportGone: "The report on this file is no longer available.",
      reportForgotten: (at: string, by: string, reason: string) =>
        `The file and its report were deleted on ${at} UTC because the file contained a forgotten person's data. Decided by ${by}: ${quotedAtEnd(reason)}`,
      partner: "Message for the partner",
      partnerLead:
        "Copy the message into an email. If rows were rejected, attach the file with the rejected rows.",
      partnerText: "Text of the message",
    },
    invoices: {
      lead: "Invoices that the platform sends to the freight forwarding system (FFS). An invoice is never sent twice. If Lading cannot determine whether the FFS has an invoice, Lading stops and asks.",
      all: "All invoices",
      search: "Number or creditor",
      state: "State",
      states: { all: "All", waiting: "Waiting", refused: "Refused", done: "Done", withdrawn: "Withdrawn" },
      none: "No invoice matches.",
      noneYet: "No invoices yet.",
      noOutbox: "No account sends invoices to an FFS.",
      doubt: (file: string, ago: string) =>
        `It is not certain whether the FFS has this invoice (file ${file}, age ${ago}). Look for the invoice number in the FFS, and then choose what to do.`,
      history: "History of this invoice",
      posted: (at: string, account: string, creditor: string) =>
        `Posted on ${at} UTC to account ${account}. Creditor ID: ${creditor}.`,
      file: "File:",
      hasIt: "FFS has it",
      sendAgain: "Send again",
      chooseHint: "Choose “Send again” only if the invoice number is not in the FFS.",
      confirmTitle: (number: string) => `Does the FFS have invoice ${number}?`,
      resendTitle: (number: string) => `Send invoice ${number} again?`,
      confirmEffect: "The invoice is marked as imported and will not be sent again.",
      resendEffect:
        "The invoice will be sent again. If the FFS already has the invoice, the invoice may be paid twice.",
      step: (n: number, of: number) => `Step ${n} of ${of}`,
      progressLegend:
        "Select an invoice to see its history. Progress: recorded, written, sent, picked up by the FFS, imported. If the FFS confirms the import quickly, “picked up by the FFS” may be missing from the history.",
      decideAbove: "Decision required",
      details: {
        RECORDED: "Sent in the next run",
        WRITTEN: "Sent in the next run",
        SENT: "In the folder, not picked up yet",
        PICKED_UP: "Not confirmed yet",
      } as Record<string, string>,
      columns: {
        number: "Number",
        creditor: "Creditor",
        account: "Account",
        total: "Total",
        state: "State",
        progress: "Progress",
        detail: "Detail",
        age: "Age",
        sent: "Sent",
        waiting: "Waiting",
        refused: "Refused",
      },
      events: "Events to the platform",
      eventsLead: "Events notify the platform of changed records.",
      retryNow: "Retry now",
    },
    runs: {
      show: "Show",
      tabs: { runs: "Runs", decisions: "Decisions" },
      leads: {
        runs: "A run fetches and processes files from all sources. Select a run to see its feeds and files. Runs that processed no file and found no new problem are not listed.",
        decisions:
          "People's decisions about feeds and files, with their reasons. Decisions about an invoice are in its history on the Invoices screen.",
      },
      searchDecisions: "Search by person, feed, file, reason or date",
      noSuchDecision: "No decision matches.",
      noDecision: "No decisions have been recorded yet.",
      decisionColumns: { at: "Time (UTC)", decision: "Decision", feed: "Feed", file: "File", by: "By" },
      decisions: { RECEIVED: "Delivered file" } as Record<string, string>,
      rolledBackTo: (number: number) => `Rolled back to version ${number}`,
      version: (number: number) => `version ${number}`,
      none: "No runs have been recorded yet.",
      noMatch: "No run matches.",
      all: "All runs",
      filter: "Filter",
      filters: { all: "All", changes: "With changes", problems: "With problems" },
      more: (left: number) => `Show ${Math.min(left, 50)} more`,
      shown: (shown: number, all: number) => `${count(shown)} of ${count(all)}`,
      chart: "Files per run",
      chartLead: (n: number) => (n === 1 ? "1 run" : `Last ${n} runs`),
      chartLabel: (n: number) => `Files published, unchanged, held and rejected in the last ${n} runs`,
      legend: {
        b: "published",
        o: "unchanged",
        h: "held",
        x: "rejected or failed",
      },
      columns: {
        started: "Started (UTC)",
        outcome: "Outcome",
        duration: "Duration",
        rows: "Rows",
        rejectedRows: "Rejected rows",
        published: "Published",
        unchanged: "Unchanged",
        held: "Held",
        rejected: "Rejected",
        failed: "Failed",
      },
    },
  },

  skip: "Skip to the mapping",
  skipToDownload: "Skip to the download",
  privacy: "Everything stays on this machine.",
  sharedPrivacy: "Only you can see the file. It is deleted when you sign out, or earlier.",
  offline:
    "Lading is not responding. Check that it is running. Your input is kept, and the page keeps trying.",
  close: "Close",
  copied: "Copied",

  start: {
    title: "Convert a file or make a mapping",
    lead: "Drop a partner's export here, exactly as you received it. Lading shows its table and drafts a mapping. You can then download the finished list or add a feed that uses the mapping.",
    sharedLead:
      "Drop a partner's export here, exactly as you received it. Lading shows its table and drafts a mapping. You can download the finished list or the mapping. The workspace does not change.",
    drop: "Drop a file here, or choose one",
    choose: "Choose a file",
    most: (bytes: number) => `Up to ${Math.round(bytes / 1048576)} MB.`,
    inbox: "Files in the inboxes",
    source: "Inbox",
    file: "File",
    size: "Size",
    take: (name: string) => `Open ${name}`,
    takeOpenedAt: (name: string, at: string) => `Open ${name} (${at})`,
    opened: "Open files",
    remove: "Remove",
    mappings: "Mappings in this workspace",
    mappingsHere: "Mappings in this folder",
    mapping: "Mapping",
    usedBy: "Used by",
    draft: "draft, not used by a feed",
    unused: "no feed",
    wanted: (path: string) =>
      `To convert a file with ${path}, drop the file here or select one from the lists.`,
    sending: (name: string) => `Sending ${name} …`,
    sent: (sent: string, size: string) => `${sent} of ${size}`,
    reading: (name: string) => `Reading ${name} …`,
    tooLarge: (name: string, most: number) =>
      `${name} is larger than ${Math.round(most / 1048576)} MB, the maximum. A sample of a few thousand rows is enough. Shorten the file, or ask for a smaller export.`,
    empty: (name: string) => `${name} is empty. Ask for the export again.`,
    several: (count: number) =>
      `You dropped ${count} files. Drop one file at a time. To read several files with one record each, put them in a zip archive and add \`read: { members: "*" }\` to the YAML.`,
    workspace: (path: string) => `Workspace ${path}`,
    noWorkspace:
      "This folder is not a workspace, but you can convert files. Mappings are saved in the folder mappings/.",
  },

  head: {
    other: "Another file",
    record: "Record type",
    records: {
      staff: "Staff",
      "charge-code": "Charge codes",
      "tax-code": "Tax codes",
      org: "Orgs",
      job: "Jobs",
      "payables-invoice": "Payables invoices",
    } as Record<string, string>,
    unknown: "Choose",
    account: "Account",
    plainAccounts: {
      "with tax": "New account, with tax codes",
      "without tax": "New account, without tax codes",
    } as Record<string, string>,
    undo: "Undo",
    isSaved: "Saved",
    isChanged: "Not saved",
    toSave: "Go to save",
  },

  /** The name of a single element of each list. */
  lists: {
    contacts: "Contact",
    consols: "Consol",
    container_numbers: "Container",
    waybills: "Waybill",
    references: "Reference",
    accruals: "Accrual",
    charge_lines: "Charge line",
  } as Record<string, string>,

  read: {
    title: "How the file was read",
    encoding: "Character set",
    delimiter: "Separator",
    sheet: "Sheet",
    header: "Header row",
    records: "Row element",
    path: "such as Export.Staff",
    none: "no header",
    found: (value: string) => `${value} (detected)`,
    leftOut: "Skipped lines above the table:",
    evidence: "Details",
    delimiters: { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar |" } as Record<string, string>,
    cut: (n: number) => `Only the first ${count(n)} rows are shown and checked here. Downloads use all rows.`,
    noRows: "The file has no rows.",
  },

  grid: {
    title: "Sample",
    table: "Table; scroll with the arrow keys",
    line: "Row",
    state: "Result",
    states: {
      unknown: "not checked",
      accepted: "OK",
      rejected: "rejected",
      asked: "question",
      skipped: "skipped",
      merged: "duplicate",
    } as Record<RowState, string>,
    filter: "Show",
    filters: {
      all: "All rows",
      accepted: "OK",
      rejected: "Rejected",
      asked: "Questions",
      skipped: "Skipped",
      issues: "With issues",
    },
    none: "No row matches.",
    look: (line: number) => `Details of row ${line}`,
    use: (column: string) => `Use ${column} for`,
    fills: (column: string) => `Which field does “${column}” fill?`,
    insteadOf: (columns: string) => `instead of ${columns}`,
    soFar: "OK so far",
    notInFeed: "rejected by feeds",
    feedRejects: "Feeds reject this row unless you accept its issue under Issues.",
    detail: (line: number) => `Row ${line}`,
    rowsOf: (lines: number) => `${rows(lines)} form this record`,
    more: (n: number) => `and ${count(n)} more`,
    by: (rule: string) => `skipped ${rule}`,
    noRecord: "This row produces no record.",
    repeats: (line: number, columns: readonly string[]) =>
      `This row has the same ID as row ${line}, which produces the record. ${columns.length === 0 ? "All cells are identical." : `Cells that differ: ${columns.join(", ")}.`}`,
    nothing: "(empty)",
    cells: "Cells",
    record: "Record",
    elements: (name: string, n: number) => `${name} (${count(n)})`,
    is: {
      heading: "This is the header row",
      end: "End the list here",
      "leave out": "Skip rows like this",
    },
  },

  leavesOut(n: number, records = 0): string {
    const like = records === 1 ? "looks like a record" : "look like records";
    if (records === 0) return `(skips ${rows(n)})`;
    return `(skips ${rows(n)}${records === n ? ", which" : `; ${count(records)} of them`} ${like})`;
  },

  /** Labels of the fix buttons. */
  fixes: {
    "read as": (what: string) => `${what} is correct`,
    "as read": () => "The detected header is correct",
    sheet: (what: string) => `Sheet ${what} is correct`,
    heading: (what: string) => `Row ${what} is the header`,
    headings: (what: string) => `Rows ${what} are the header`,
    "no headings": () => "The file has no header",
    end: (what: string) => `End the list at “${what}”`,
    "leave out": (what: string) => `Skip rows like “${what}”`,
    "leave out blank": (what: string) => `Skip rows with an empty “${what}”`,
    "prefer active": () => "Use the active record",
    accept: () => "Accept this in every file",
    means: (what: string) => `Use ${what}`,
    "means empty": (what: string) => `“${what}” means empty`,
    "blank means": (what: string) => (what === "true" ? "Empty means active" : "Empty means inactive"),
  },

  outcome: {
    title: "Outcome",
    download: "Download list",
    inList: (n: number, of: number) => `${count(n)} of ${rows(of)}`,
    inGroups: (n: number, of: number) => `${n === 1 ? "1 record" : `${count(n)} records`} from ${rows(of)}`,
    allRows: "all rows of the file",
    wholeList:
      "The download uses all rows of the file, not only those shown here. It can take several minutes. Rejected rows are not in the list. Download them under Issues.",
    notInList: (n: number) =>
      `The list does not contain the ${n === 1 ? "rejected row" : `${count(n)} rejected rows`}.`,
    emptyList: (n: number, element: string, columns: readonly string[]) =>
      `${n === 1 ? "1 record has" : `${count(n)} records have`} no ${element.toLowerCase()}, because ${new Intl.ListFormat("en-US").format(columns.map((column) => `“${column}”`))} ${columns.length === 1 ? "is" : "are"} empty.`,
    unread: (columns: readonly string[]) =>
      `${columns.length === 1 ? "Column" : "Columns"} not in the list: ${columns.join(", ")}`,
    timeAdded: "The column updated_at is added. It contains the time at which the rows were checked.",
    sorted: "The list is sorted by ID.",
    formats: { csv: "CSV", xlsx: "Excel", json: "JSON" },
    working: "Checking every row …",
    counts: (read: number, accepted: number, rejected: number, open = 0) =>
      `${rows(read)}: ${count(accepted)} OK, ${count(rejected)} rejected${open === 0 ? "" : `, ${texts.outcome.questions(open)}`}`,
    questions: (n: number) => `${n === 1 ? "1 question" : `${count(n)} questions`} open`,
    noList: "There is no list yet.",
    noneAccepted: "No row is OK.",
    feedRejects: (n: number) =>
      `Feeds reject ${n === 1 ? "1 of the OK rows" : `${count(n)} of the OK rows`} unless you accept ${n === 1 ? "its issue" : "their issues"} under Issues.`,
    feedRefuses: (reason: string) => `Feeds reject the whole file. ${reason}`,
    rejectedInFeed: "Feeds reject these rows. To accept them, select “Accept this in every file”.",
    fileRejectedInFeed: "Feeds reject the file. To accept it, select “Accept this in every file”.",
    waiting: (n: number) => `${rows(n)} ${n === 1 ? "needs" : "need"} an answer`,
    bar: {
      accepted: "OK",
      rejected: "rejected",
      waiting: "need an answer",
      skipped: "skipped",
      merged: "duplicates",
    },
    barDuplicate: "duplicate",
    grouped: (n: number) => `${rows(n)} ${n === 1 ? "belongs" : "belong"} to the record of another row`,
    barGrouped: "in another row's record",
    showing: (what: string) => `Show rows: ${what}`,
    skipped: (n: number, rule: string) => `${rows(n)} skipped ${rule}`,
    merged: (n: number) => `${n === 1 ? "1 duplicate row" : `${count(n)} duplicate rows`}`,
    issues: "Issues",
    noIssues: "No issues",
    missing: (values: readonly string[]) =>
      `Not in the list: ${new Intl.ListFormat("en-US").format(shortened(values))}.`,
    repeatedIds: (column: string) =>
      `Most values in “${column}” occur in several rows, so “${column}” is probably not the ID. Choose the column with the ID.`,
    taxCodesNotChecked: "The tax codes are not checked.",
    taxCodesUnchecked:
      "The tax codes are not checked, because there is no list of tax codes. Under Mapping, choose the file that contains the tax codes.",
    times: (n: number) => (n === 1 ? "once" : `${count(n)} times`),
    goTo: (field: string) => `Go to “${field}”`,
    copy: "Copy for the partner",
    rejects: (n: number) =>
      `Download ${n === 1 ? "the rejected row" : `${count(n)} rejected rows`} with reasons`,
    allRejects: "Download rejected rows with reasons",
    correctRows:
      "To correct the rows, change the cells in the original file, save it, and drop it again. If the original file is still open in Lading, you can reuse your answers. If you saved the mapping, you can reuse the mapping. You cannot open the downloaded file of rejected rows here.",
    show: (what: string) => `Show ${what}`,
    showShort: "Show",
    question: "Question",
    asksBlank: (field: string) => `What does an empty “${field}” mean?`,
    asks(values: readonly string[], column: string): string {
      const all = new Intl.ListFormat("en-US").format(shortened(values));
      return `What ${values.length === 1 ? "does" : "do"} ${all} in “${column}” mean?`;
    },
    severities: { error: "Error", warning: "Warning", note: "Note" },
    notList: (reason: string) => `The record type is not clear: ${reason}. Choose the record type.`,
  },

  form: {
    title: "Mapping",
    views: "View of the mapping",
    form: "Form",
    text: "YAML",
    broken: "The YAML has an error. Fix it to see the form.",
    noRecord: "Choose the record type to see the fields.",
    open: (names: readonly string[]) =>
      `${names.length === 1 ? "1 question" : `${names.length} questions`} open: ${names.join(", ")}.`,
    questions: {
      zone: () => "Time zone",
      company: () => "Company",
      text: (line: string) => `line ${line} of the YAML`,
    },
    taxMatters:
      "Tax codes are required only if the partner uses tax. Under Account, choose whether the partner uses tax.",
    inText: (n: number) => `The YAML has ${n === 1 ? "1 error" : `${n} errors`}.`,
    done: "No open questions.",
    rejected: (n: number) =>
      `${rows(n)} ${n === 1 ? "is" : "are"} still rejected. The reasons are under Issues.`,
    next: "Next question",
    states: {
      good: "done",
      open: "question",
      absent: "not mapped",
      unchecked: "not checked",
      doubtful: "check",
      rejected: "rejects rows",
    },
    rejects: (n: number) => `${rows(n)} ${n === 1 ? "is" : "are"} rejected because of this field.`,
    taxCodesUnchecked:
      "Tax codes are not checked because there is no list of tax codes. Compare the values with the tax codes in the freight forwarding system. A percentage such as 23% is usually a rate, not a code. To check the codes, choose the file with the tax codes.",

    required: "required",
    requiredTax: "required with tax",
    optional: "optional",
    absent: (names: string) => `Not mapped: ${names}`,
    from: "Comes from",
    choose: "— choose —",
    leaveOut: "— not mapped —",
    columns: "Columns",
    fixed: "Always the same value",
    join: "Several columns joined",
    first: "First non-empty of several columns",
    turned: (column: string) => `${column}, last name first`,
    other: "As in the YAML",
    value: "Value",
    part: (n: number) => `Column ${n}`,
    addPart: "Add column",
    add: "add …",
    noPart: "— none —",
    separator: "Separator",
    separators: { "": "none", " ": "space" } as Record<string, string>,
    sure: (percent: number, reason: string) =>
      `${percent >= 90 ? "Good match" : percent >= 70 ? "Likely match" : "Possible match, check it"}: ${reason}.`,
    unsure: (reason: string) => `No clear match: ${reason}.`,
    warning: (text: string) => `Check: ${text}.`,
    candidate: (column: string) => `Use ${column}`,
    candidates: "Other columns",
    others: (words: string) => `More settings in the YAML: ${words}.`,
    samples: "Examples",
    arrow: "becomes",
    blank: "empty",
    wrong: "not valid",
    flagHow: "Based on",
    byValue: "the value of each cell",
    byDate: "an end date",
    dateForm: "Date format",
    dateHint: "For example dd.MM.yyyy or yyyy-MM-dd HH:mm",
    sign: "Decimal separator",
    signs: { ".": "period: 19.5", ",": "comma: 19,5" } as Record<string, string>,
    scale: "Scale",
    scales: { percent: "percent: 19 is 19%", fraction: "fraction: 0.19 is 19%" } as Record<string, string>,
    number: "The cell contains",
    numbers: { cell: "only a number, such as 30", text: "text with one number, such as 30 days" } as Record<
      string,
      string
    >,
    lookup: "The column contains",
    lookups: (record: string, field: string): string =>
      `the ${field === "external_id" ? "ID" : (fieldLabels[field] ?? field).toLowerCase()} in the list of ${(texts.head.records[record] ?? record).toLowerCase()}`,
    values: (field: string) => `Values of ${field}`,
    valuesHead: { value: "Value in the file", count: "Rows", answer: "Means" },
    blankCells: "empty cell",
    otherwise: "any other value",
    reject: "reject the row",
    more: (n: number) => `and ${count(n)} more values, covered by “any other value”`,
    flags: { true: "active", false: "inactive" } as Record<string, string>,
    zone: "Time zone for times without a time zone",
    zoneHint: "For example Europe/Berlin. If empty, the account's time zone is used",
    duplicates: "If rows with the same ID differ",
    duplicatesAre: { reject: "reject all of them", "prefer active": "use the active row" } as Record<
      string,
      string
    >,
    more2: "More settings",
    paymentRules: {
      n_days_after_invoice_date: "a number of days after the invoice date",
      day_n_month_after_invoice_date: "a specific day of the month after the invoice date",
      eom_following_receipt: "the end of the month after the invoice date",
      always_ignore: "payments are never scheduled",
    } as Record<string, string>,
    yesOrNo: { true: "yes", false: "no" } as Record<string, string>,
    always: (what: string) => `Always: ${what}`,
    noTax: "The account has no tax",
    leaveOutRows: "skip these rows",
    openOnes: "Set all open values to …",
    leaveEmpty: "leave empty",
    instead: "or …",
    typed: "other value …",
    insteadOf: (value: string) => `Other options for ${value}`,
    company: (account: string) =>
      `The account ${account} is for one of several companies. Which rows belong to that company? If the file belongs to another account, choose that account first.`,
    companies: { one: "All rows", shared: "All rows, for all companies" },
    companyColumn: "Rows with the company's name in the column …",
    zoneRequired: "The times have no time zone. Which time zone do they use?",
    zoneCountry: "Find the time zone by country",
    useZone: (zone: string) => `Use ${zone}`,
    zoneHere: (zone: string) => `Use ${zone}, as on this computer`,
    turnRound: (name: string) => `Swap first and last names: ${name}`,
  },

  second: {
    title: (what: string) => `The partner's ${what}:`,
    none: (what: string) =>
      `there is no list, so references are not checked. Choose the file with the ${what} if you have it.`,
    waits: (list: string) => `A feed is waiting for the list ${list}.`,
    unchecked:
      "the account has `tax_codes: none`, so tax codes are not checked. To check them, add a feed for the list of tax codes.",
    checked: (n: number, name: string | undefined) =>
      `every reference is checked against ${n === 1 ? "1 record" : `${count(n)} records`} ${name === undefined ? "of the account's list" : `of ${name}`}.`,
    blocked: (name: string, why: string) => `${name} produces no list yet: ${why.replace(/[.:].*$/, "")}.`,
    reading: "the file is being read …",
    choose: (what: string) => `Choose the file with the ${what}`,
    take: (name: string) => `Use ${name}`,
    look: (name: string) => `Go to ${name}`,
    drop: (name: string) => `Do not check against ${name}`,
    usedBy: (name: string) => `References from ${name} are checked against this list.`,
    back: (name: string) => `Back to ${name}`,
  },

  records: {
    title: "Which rows form a record",
    each: "Each row is a record",
    by: (column: string) => `Rows with the same ${column}`,
    label: "One record is",
    header: "Fields of the record come from",
    everyRow: "all its rows (the values must be equal)",
    someRows: "the row where",
    scattered: "rows of a record may be separated by rows of other records",
  },

  elements: {
    place: (element: string) => `${element}s are in`,
    places: {
      rows: "columns of this table, one element per row",
      filled: "columns of this table, but only in rows where",
      split: "one cell, with a separator",
      other: "As in the YAML",
    },
    at: "Separator",
    column: "Column",
    inText: "The source of this list is shown only in the YAML.",
    each: (name: string) => `${name}: which rows?`,
  },

  rules: {
    title: "Rows",
    only: "Use only rows where",
    skip: "Skip rows where",
    continues: (column: string) => `Rows with an empty “${column}” continue the row above.`,
    apart: "Treat as separate rows",
    rule: (n: number) => `rule ${n}`,
    column: (name: string) => `Column of ${name}`,
    test: (name: string) => `Condition of ${name}`,
    value: (name: string) => `Value of ${name}`,
    blanks: { true: "empty", false: "not empty" } as Record<string, string>,
    tests: {
      equals: "equals",
      in: "is one of (separate with commas)",
      starts_with: "begins with",
      contains: "contains",
      matches: "matches the pattern",
      blank: "is",
      started: "is empty, today or earlier (date format)",
      not_ended: "is empty, today or later (date format)",
    } as Record<string, string>,
    add: "Add rule",
    addOnly: "Add rule: use only",
    addSkip: "Add rule: skip",
    remove: (n: number) => `Remove rule ${n}`,
    removeShort: "Remove",
    inText: "This rule has settings that are not shown. Change it in the YAML.",
  },

  text: {
    label: "Mapping text",
    diagnostics: "Errors",
    line: (n: number) => `Line ${n}`,
    expected: (what: string) => `Expected: ${what}`,
    nearest: (word: string) => `Did you mean ${word}?`,
    useNearest: (word: string) => `Use ${word}`,
    none: "No errors.",
  },

  handover: {
    title: "Download mapping",
    lead: "This console cannot save mappings. Send the file to the person who maintains the workspace. They can save and promote it in the local console.",
    open: "Some questions are still open. You can download the unfinished mapping, but this console cannot save it.",
    download: "Download YAML",
    copy: "Copy YAML",
  },
  save: {
    title: "Save",
    partner: "Partner",
    partnerExample: "acme",
    noPartner: "Enter the partner's name.",
    badCharacter: (character: string) =>
      `The name cannot contain “${character}”. Use letters, digits, spaces, hyphens, underscores and periods.`,
    partnerHint:
      "A short name for the company whose system exports the file, such as acme. It can be your own company. The draft is saved in a folder with that name.",
    where: (path: string) => `File: ${path}`,
    examples: "Add examples from the rows. People's names and email addresses are replaced.",
    save: "Save draft",
    over: "Overwrite",
    reload: "Load the file",
    saved: (path: string) =>
      path.endsWith(".draft.yaml")
        ? `Saved as ${path}. Feeds do not use drafts.`
        : `${path} has no unsaved changes.`,
    outside:
      "Another program changed this mapping's file. Your version is kept on this page. Overwrite the file, or load the changed file.",
    fits: (path: string) => `${path}${path.endsWith(".draft.yaml") ? ", a draft," : ""} fits this file.`,
    answered: (name: string, record: string | undefined, at: string) =>
      `You have answered questions about ${name}${record === undefined ? "" : ` (${texts.head.records[record] ?? record})`}, which was opened at ${at} and has the same headings.`,
    answersButton: (name: string) => `Use the answers from ${name}`,
    fitsRenamed: (path: string, names: string) => `${path} fits this file with renamed headings: ${names}.`,
    fitButton: (path: string) => `Use ${path}`,
    accountMoved: (account: string) =>
      `The account was changed to ${account}, because a feed of that account uses this mapping.`,
    accountBack: (account: string) => `Back to ${account}`,
    open: "Some questions are still open. You can save the draft but not promote it.",
  },

  promote: {
    title: "Promote for use in feeds",
    what: "A saved mapping is a draft. Feeds use it only after you promote it. If you only convert files on this page, save the mapping so that you can reuse it. You do not need to promote it.",
    lead: "Feeds will use the promoted mapping. If it replaces another mapping, the replaced mapping is kept.",
    by: "Your name",
    reason: "Reason",
    promote: "Promote draft",
    done: (path: string) => `Promoted to ${path}.`,
    kept: (path: string) => `The replaced mapping is in ${path}.`,
    used: (feeds: string) => `The next run uses the mapping for ${feeds}.`,
    unused: "No feed uses this mapping yet. Add a feed.",
    isMapping: (isUsed: boolean) =>
      `${isUsed ? "Feeds use this mapping." : "This mapping is promoted."} Changes are saved as a draft. To use the changes, promote the draft.`,
    first: "Save the draft first.",
    open: "Answer the open questions first.",
    versions: (n: number) => (n === 1 ? "1 version" : `${count(n)} versions`),
    active: "active",
    original: "First version",
    restore: "Restore",
    restoreOf: (at: string | undefined) =>
      `Restore the ${at === undefined ? "first version" : `version of ${at} UTC`}`,
    restored: (at: string | undefined) =>
      `The ${at === undefined ? "first version" : `version of ${at} UTC`} is open. Check the result. Then save and promote it.`,
  },

  feed: {
    title: "Add a feed",
    accountHint:
      "An account is one company in one country, such as Acme Germany. It can be your own company. The platform reads the lists of each account separately.",
    lead: (mapping: string) => `A feed receives the files of one account and reads them with ${mapping}.`,
    used: (feeds: string) => `This mapping is used by ${feeds}. You can also use it for another account.`,
    account: "Account",
    newAccount: "New account",
    name: "Account name",
    country: "Country",
    zone: "Time zone",
    tax: "Tax codes",
    taxes: {
      tax: "charges have tax codes that are checked",
      unchecked: "charges have tax codes that are not checked",
      non_tax: "no tax",
    } as Record<FeedRequest["tax"], string>,
    unchecked:
      "Tax codes are not checked. To check them, add a feed for the list of tax codes of this account.",
    taxFirst:
      "Add a feed for this account's tax codes first. The feed for charge codes depends on the feed for tax codes.",
    secretHint:
      "Where the password is stored: env:NAME for an environment variable, or file:PATH for a file. Do not enter the password itself.",
    source: "Files arrive in",
    newFolder: "New folder",
    newSftp: "New SFTP server",
    folder: "Folder",
    directory: "Directory",
    host: "Server",
    user: "User",
    secret: "Location of the password or key",
    files: "File names",
    examples: {
      account: "acme-de",
      zone: "Europe/Berlin",
      folder: "inbox/acme-de",
      host: "sftp.acme.example",
      user: "lading",
      secret: "env:ACME_SFTP_PASSWORD",
      files: "staff*.csv",
    },
    show: "Preview",
    lines: "lading.yaml with the new lines, marked with +.",
    named: (feed: string) => `The feed will be named ${feed}.`,
    summary: (feed: string, files: string, place: string, isNewAccount: boolean) =>
      `The feed ${feed} will be added${isNewAccount ? ", with a new account" : ""}. It reads files named ${files} from ${place}.`,
    again: "Add another feed",
    write: "Add feed",
    written: (feed: string) => `Feed ${feed} was added.`,
    bySample: " in the sample.",
    next: (nightly: string) =>
      `If lading watch is running, the feed is used within seconds. Otherwise, the next run uses the feed. With the included crontab or timer, the next run is tonight at ${nightly}.`,
    deliver: "Process this file now",
    toFeed: "Show the feed",
    arrive: (folder: string) => `Put later files into ${folder}.`,
    compare: (host: string) =>
      `Check the key of ${host}. Ask the partner for its fingerprint, for example by phone, and compare it with the fingerprint shown. Nothing is sent to the server before you confirm.`,
    isKey: (type: string, fingerprint: string) => `The key is correct: ${type} ${fingerprint}`,
    trust:
      "You can add the feed before the server responds. When it responds, use lading trust to check and store the server's key.",
    server: "Connection test:",
    others: "Other open files:",
    other: "Open another file",
    promoteAgain: "If you change the mapping, save it and promote it again before you process this file.",
    decide: "Process this file to create the feed's first list. You can then check and approve the list.",
    served: "After approval, the platform can fetch the list with this account's token.",
  },

  secret: {
    title: "Shared console",
    page: "People sign in to the shared console with an access key:",
    later:
      "No server of this workspace is running. With lading watch --serve, people sign in to the shared console with an access key:",
    name: { operator: "Your name in the history", token: "Name of the token" },
    make: { operator: "Create access key", token: "Create token" },
    once: {
      operator: "Your access key. It is shown only once. Keep it in your password manager.",
      token: "The token for the platform. It is shown only once:",
    },
    copy: "Copy",
  },
};

/**
 * Label of a field. The label of an element's field includes the list's label, unless the field has a separate label.
 */
export function fieldName(name: string): string {
  const [list = "", ...rest] = name.split(".");
  const ofList = texts.lists[list];
  const own = rest.join(".");
  if (own === "") return fieldLabels[name] ?? ofList ?? name;
  return fieldLabels[name] ?? (ofList === undefined ? name : `${ofList}: ${fieldLabels[own] ?? own}`);
}

export function questionName({ about, name }: QuestionView): string {
  return about === "field" || about === "list" ? fieldName(name) : texts.form.questions[about](name);
}

export function valueName(field: string, value: string): string {
  const rule = field === "payments_scheduling_rule" ? texts.form.paymentRules[value] : undefined;
  if (rule !== undefined) return `${rule} (${value})`;
  return (field === "is_active" ? texts.form.flags : texts.form.yesOrNo)[value] ?? value;
}
