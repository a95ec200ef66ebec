import { withFieldLabels } from "../../model/field-labels.js";
import { clerkSentence, isForPartner } from "../../model/issues.js";
import { accountOfFeed } from "../../model/account.js";
import type { DeliveryState } from "../lists/feed-state.js";
import type { GuardName } from "../lists/guard.js";
import { rejectsName } from "../lists/documents.js";
import { counted } from "../../sentence.js";
import type { Feed } from "../../workspace/workspace.js";
import type { GroupedIssues } from "../../convert/grouped-issues.js";
import { isOwnChange } from "../next-step.js";
import type { AlertCause } from "./alert-causes.js";

/** The message identifies the file, the rows and the issues and explains what to send. */
export interface PartnerMessage {
  readonly subject: string;
  readonly text: string;
}

/** Guards that the operator must check. The message to the partner omits these guards. */
export const ownGuards: ReadonlySet<string> = new Set<GuardName>([
  "first",
  "settings_changed",
  "operation_column",
  "rolled_back",
]);

const mostIssueGroups = 10;

/** Returns the message to the partner, or undefined if the partner has nothing to check or fix. */
export function partnerMessage(
  feed: Feed,
  cause: AlertCause,
  withValues: boolean,
): PartnerMessage | undefined {
  const { kind, delivery, report, hasList } = cause;
  const export_ = `${feed.type.title.toLowerCase()} export`;
  if (kind === "stale") {
    return letter(`We are waiting for your ${export_}`, [
      `We expected an updated ${export_} for ${accountOfFeed(feed.name)}, but have not received one. We are still using your last export.`,
      "Please check whether the export ran and was sent to us. If not, please send it.",
    ]);
  }
  if (delivery === undefined) return undefined;
  const file = fileOf(delivery);
  const received = `We received your file ${file} (${export_} for ${accountOfFeed(feed.name)}) on ${moment(delivery.receivedAt)}.`;
  const reference = `The reference number of this delivery is ${delivery.sha256.slice(0, 12)}.`;
  const stays = hasList ? " We are still using the previous list." : "";
  const errors = report.findings.filter(({ severity }) => severity === "error");
  const isForOperator = errors.length > 0 && !errors.some(({ code }) => isForPartner(code));
  const list = errors.slice(0, mostIssueGroups).map((found, index) => item(found, index + 1, withValues));
  const others = errors.length - mostIssueGroups;
  if (others > 0) list.push(`Other kinds of errors: ${others}.`);
  switch (kind) {
    case "held": {
      const toConfirm = delivery.guards.filter(({ guard }) => !ownGuards.has(guard));
      if (toConfirm.length === 0 || isOwnChange(delivery.guards)) return undefined;
      return letter(`Please check your file ${file}`, [
        `${received} Before we use it, please confirm that the following is correct:`,
        toConfirm.map(({ sentence }) => `- ${withFieldLabels(sentence)}`).join("\n"),
        `If it is correct, a short reply is enough. Otherwise, please send the complete export again.${hasList ? " Until then, we will continue to use the previous list." : ""}`,
        reference,
      ]);
    }
    case "refused":
      if (delivery.rejectedBy !== undefined) {
        return letter(`Your file ${file} was not used`, [
          `${received} We checked it and did not use it.${stays}`,
          `What is wrong:\n${withFieldLabels(delivery.reason)}`,
          "Please send a corrected, complete export in the usual way.",
          reference,
        ]);
      }
      if (isForOperator) return undefined;
      return letter(`Your file ${file} could not be used`, [
        `${received} We could not use any of it.${stays}`,
        ...(list.length === 0
          ? [`What is wrong:\n${withFieldLabels(delivery.reason)}`]
          : [`What is wrong:\n${list.join("\n")}`]),
        "Please send a corrected, complete export in the usual way.",
        reference,
      ]);
    case "rows": {
      if (isForOperator) return undefined;
      const { rejected = 0, read = 0 } = report.counts ?? {};
      const rows = counted(rejected, "row");
      return letter(`${rows} of your file ${file} could not be used`, [
        `${received} ${rejected} of its ${read} rows could not be used.${hasList ? " If we have an earlier record for such a row, we will continue to use that record." : ""}`,
        ...(list.length === 0 ? [] : [`What is wrong:\n${list.join("\n")}`]),
        `Please correct these entries in your system, so that the next export is correct. Alternatively, correct the entries in the file ${rejectsName(delivery.arrival.name)}, and send that file in the same way as your exports.`,
        reference,
      ]);
    }
  }
}

function letter(subject: string, paragraphs: readonly string[]): PartnerMessage {
  return { subject, text: `Hello,\n\n${paragraphs.join("\n\n")}\n\nThank you.\n` };
}

function item(found: GroupedIssues, number: number, withValues: boolean): string {
  const { column, rows, count, more, values } = found;
  const others = Math.max(0, count - rows.length);
  const rest = more ? " and others" : others > 0 ? ` and ${others} more` : "";
  const where = [
    column === undefined ? "" : `column "${plain(column)}"`,
    rows.length === 0 ? "" : `${rows.length === 1 ? "row" : "rows"} ${rows.join(", ")}${rest}`,
  ].filter((text) => text !== "");
  const lines = [
    `${number}. ${plain(clerkSentence(found))}${where.length === 0 ? "" : ` (${where.join(", ")})`}`,
  ];
  if (withValues && values !== undefined) {
    lines.push(`   Values: ${values.map((value) => JSON.stringify(value)).join(", ")}`);
  }
  return lines.join("\n");
}

/** The partner's file name without control characters that reverse or hide text. */
export function fileOf(delivery: DeliveryState): string {
  return plain(delivery.arrival.name);
}

/** Formats a time as `March 2, 2026, 07:58 UTC`. */
function moment(at: string): string {
  const parts = {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  const text = new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" }).format(new Date(at));
  return `${text.replace(" at ", ", ")} UTC`;
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
}
