import { flatValue } from "../../formats/output/csv.js";
import { valueDifferences } from "../../feeds/lists/value-difference.js";
import { html, instant, prose, type Html } from "../html/html.js";
import { saveCommand, heldCommand } from "../../feeds/next-step.js";
import { reportName } from "../../feeds/lists/documents.js";
import type { DeliveryState } from "../../feeds/lists/feed-state.js";
import type { Entry } from "../../feeds/lists/log.js";
import type { Current, Difference } from "../../feeds/lists/publications.js";
import { asOneLine, isShown, wholeSince, whyText } from "../../feeds/lists/log-text.js";
import { fieldLabels, valueText } from "../../model/field-labels.js";
import { visible } from "../../sentence.js";
import type { FileReport } from "../../feeds/reports/file-report.js";
import type { PartnerMessage } from "../../feeds/alerts/partner-message.js";
import type { Refused } from "../../feeds/decisions/decision.js";
import type { DeliveryLook, HeldLook } from "../../feeds/decisions/look.js";
import { fileSection } from "../reports/file-section.js";
import { commandPart, pageFrame } from "./page-frame.js";
import type { Operator } from "../../http/sessions.js";

/** The pages on which somebody who is signed in looks at a feed and decides about its deliveries. */

export interface PageOf {
  readonly feed: string;
  readonly operator: Operator;
}

export function signInPage({
  to,
  isRefused = false,
  wait,
}: {
  /** Where one goes from here. */
  readonly to: string;
  readonly isRefused?: boolean;
  readonly wait?: number | undefined;
}): string {
  const again = wait === undefined ? "" : ` Wait ${wait} s before the next try.`;
  return pageFrame({
    title: "Sign in",
    hasDesk: false,
    about: html`<p>
      Who decides about deliveries signs in, for the history says who it was; and what is in the lists is for
      the eyes of such people alone.
    </p>`,
    content: html`${
        isRefused
          ? html`<p class="remark error" role="alert">
              This access key is not valid: it is mistyped, revoked or over.${again}
            </p>`
          : ""
      }
      <form class="card" method="post" action="/sign-in">
        <input type="hidden" name="to" value="${to}" />
        <input type="text" autocomplete="username" value="operator" hidden />
        <label class="control">
          Your access key
          <input type="password" name="access_key" autocomplete="current-password" required autofocus />
        </label>
        <p><button class="main">Sign in</button></p>
        <p class="muted">
          You have none? Whoever runs Lading makes one, in the studio or with
          <code>lading operator create --name "YOUR NAME"</code>.
        </p>
      </form>`,
  });
}

export function feedPage({
  feed,
  operator,
  log,
  current,
  isWhole,
}: PageOf & {
  readonly log: readonly Entry[];
  readonly current: Current | undefined;
  /** Whether the log is all there is. */
  readonly isWhole: boolean;
}): string {
  const entries = asOneLine(log.filter(isShown)).toReversed();
  const since = isWhole ? wholeSince(log) : null;
  const names = new Map<string, string>();
  for (const entry of log) if (entry.state === "RECEIVED") names.set(entry.delivery, entry.arrival.name);
  const numbers = log.flatMap((entry) =>
    "number" in entry && entry.number !== undefined ? [entry.number] : [],
  );
  return pageFrame({
    title: feed,
    person: operator.name,
    isRefreshed: true,
    about: html`<p class="muted">
      ${
        current === undefined
          ? "No list is published yet."
          : `Version ${current.publication.number} with ${current.publication.counts.records} records is served.`
      }
      <a href="/">All feeds</a>
    </p>`,
    content: html`<section aria-labelledby="history">
        <h2 id="history">History</h2>
        ${
          entries.length === 0
            ? html`<p>No delivery was received yet.</p>`
            : html`<table role="table" class="history">
                <thead role="rowgroup">
                  <tr role="row">
                    <th role="columnheader" scope="col">At (UTC)</th>
                    <th role="columnheader" scope="col">What</th>
                    <th role="columnheader" scope="col">Publication</th>
                    <th role="columnheader" scope="col">File</th>
                    <th role="columnheader" scope="col" class="number">Rows</th>
                    <th role="columnheader" scope="col" class="number">Rejected</th>
                    <th role="columnheader" scope="col">Why</th>
                  </tr>
                </thead>
                <tbody role="rowgroup">
                  ${entries.map(({ entry, more }) => historyRow(feed, entry, names, more))}
                </tbody>
              </table>`
        }
        ${
          since === null
            ? ""
            : html`<p class="muted">
                What was decided before ${instant(since)} is kept no more, but for what people decided and for
                files that are kept.
              </p>`
        }
        ${isWhole ? "" : html`<p class="muted">All of it: <code>lading history ${feed}</code></p>`}
      </section>
      ${
        new Set(numbers).size < 2
          ? ""
          : betweenPart(
              feed,
              [...new Set(numbers)].sort((a, b) => b - a),
            )
      }`,
  });
}

function historyRow(feed: string, entry: Entry, names: ReadonlyMap<string, string>, more: number): Html {
  const counts = "counts" in entry ? entry.counts : undefined;
  const number = "number" in entry ? entry.number : undefined;
  const delivery = "delivery" in entry ? entry.delivery : undefined;
  return html`<tr role="row" data-part="${entry.n}">
    <th role="rowheader" scope="row">${instant(entry.at)}</th>
    <td role="cell" data-label="What">${entry.state.toLowerCase().replaceAll("_", " ")}</td>
    <td role="cell" data-label="Version">
      ${
        number === undefined
          ? html`<span class="muted">none</span>`
          : html`<a href="/feeds/${feed}/publications/${number}">${number}, what it changed</a>`
      }
    </td>
    <td role="cell" data-label="File" class="file">
      ${
        delivery === undefined
          ? ""
          : html`<a href="/feeds/${feed}/deliveries/${delivery.slice(0, 12)}"
              >${visible(names.get(delivery) ?? delivery.slice(0, 12))}</a
            >`
      }${more > 0 ? ` and ${more} more` : ""}
    </td>
    <td role="cell" data-label="Rows" class="number">${counts?.read ?? ""}</td>
    <td role="cell" data-label="Rejected" class="number">${counts?.rejected ?? ""}</td>
    <td role="cell" data-label="Why" class="why">${prose(whyText(entry))}</td>
  </tr>`;
}

/** What changed between any two publications. */
function betweenPart(feed: string, numbers: readonly number[]): Html {
  const [newest = 1] = numbers;
  return html`<section aria-labelledby="between">
    <h2 id="between">Between two versions</h2>
    <p>
      ${numbers
        .filter((number) => number < newest)
        .slice(0, 12)
        .map(
          (number, index) =>
            html`${index === 0 ? "" : ", "}<a href="/feeds/${feed}/publications/${newest}?since=${number}"
                >since ${number}</a
              >`,
        )}
    </p>
    <p class="muted">Any two: <code>lading diff ${feed}@${numbers.at(-1) ?? 1} ${feed}@${newest}</code></p>
  </section>`;
}

export function differencePage({
  feed,
  operator,
  after,
  until,
  count,
  differences,
}: PageOf & {
  readonly after: number;
  readonly until: number;
  readonly count: number;
  readonly differences: readonly Difference[];
}): string {
  const title =
    after === until - 1
      ? `What version ${until} changed`
      : `What changed after version ${after}, until ${until}`;
  return pageFrame({
    title,
    person: operator.name,
    about: html`<p class="muted"><a href="/feeds/${feed}">${feed}</a></p>`,
    content: html`<p>
        ${count === 0 ? "No record." : `${count} ${count === 1 ? "record" : "records"}.`}
        ${
          differences.length < count
            ? html`The first ${differences.length} are here; all:
                <code>lading diff ${feed}@${after} ${feed}@${until}</code>`
            : ""
        }
      </p>
      ${
        differences.length === 0
          ? ""
          : html`<div class="scroll" tabindex="0" role="region" aria-label="What changed">
              <table class="plain">
                <thead>
                  <tr>
                    <th scope="col">Record</th>
                    <th scope="col">What</th>
                    <th scope="col">Field: before → after</th>
                  </tr>
                </thead>
                <tbody>
                  ${differences.map(differenceRow)}
                </tbody>
              </table>
            </div>`
      }`,
  });
}

function differenceRow({ id, fields, before, after }: Difference): Html {
  const isGone = before === null && after === null;
  const what = isGone ? "changed" : before === null ? "added" : after === null ? "removed" : "changed";
  return html`<tr>
    <th scope="row">${visible(id)}</th>
    <td>${what}</td>
    <td>
      ${
        isGone
          ? html`<span class="muted">${fields.join(", ")}: the values are not kept any more</span>`
          : shownFields({ fields, before, after }).map((text) => html`<div>${visible(text)}</div>`)
      }
    </td>
  </tr>`;
}

/** A record that is new or gone is shown whole. */
function shownFields({ fields, before, after }: Omit<Difference, "id">): readonly string[] {
  const whole = Object.keys(after ?? before ?? {}).filter(
    (field) => field !== "external_id" && field !== "updated_at",
  );
  if (before === null || after === null)
    return whole.map(
      (field) => `${fieldLabels[field] ?? field}: ${valueText(flatValue((before ?? after)?.[field]))}`,
    );
  return fields
    .flatMap((field) => valueDifferences(field, before[field], after[field]))
    .map(
      (each) =>
        `${fieldLabels[each.field] ?? each.field}: ${valueText(each.before)} → ${valueText(each.after)}`,
    );
}

export function deliveryPage({
  feed,
  operator,
  delivery,
  documents,
  look,
  said,
}: PageOf & {
  readonly delivery: DeliveryState;
  readonly documents: readonly string[];
  readonly look: DeliveryLook | Refused;
  /** Why nothing was decided. */
  readonly said: string | undefined;
}): string {
  const { arrival, sha256, status, receivedAt } = delivery;
  const at = `/feeds/${feed}/deliveries/${sha256}`;
  return pageFrame({
    title: visible(arrival.name),
    person: operator.name,
    about: html`<p class="muted">
      <a href="/feeds/${feed}">${feed}</a>, delivery <code>${sha256.slice(0, 12)}</code>, received
      ${instant(receivedAt)} UTC: <strong>${status.toLowerCase()}</strong>
    </p>`,
    content: html`${said === undefined ? "" : html`<p class="remark error" role="alert">Nothing was done. ${prose(said)}</p>`}
    ${
      "refused" in look
        ? html`<p class="remark warning">${prose(refusalText(look))}</p>
            ${documentsPart(at, feed, sha256, documents)}`
        : html`${look.held === undefined ? "" : decisionPart(at, feed, sha256, look.held, look.report.counts?.rejected)}
            <h2>Summary</h2>
            ${fileSection(withLink(look.report, sha256), feed, look.held !== undefined)}
            ${look.partner === undefined ? "" : partnerPart(look.partner)}
            ${documentsPart(at, feed, sha256, look.report.rejects === undefined ? documents : documents.filter((name) => name === reportName))}`
    }`,
  });
}

/** The rejected rows are a document of the delivery. */
function withLink(report: FileReport, sha256: string): FileReport {
  const { rejects } = report;
  if (rejects === undefined) return report;
  return { ...report, rejects: { ...rejects, href: `${sha256}/${encodeURIComponent(rejects.name)}` } };
}

export function refusalText({ refused: { sentence, next } }: Refused): string {
  return `${sentence} ${next}`.trim();
}

/** Stands above the differences, so that a person who knows the file need not scroll to its end. */
function decisionPart(
  at: string,
  feed: string,
  sha256: string,
  { changeSet, isUnusable }: HeldLook,
  rejected = 0,
): Html {
  return html`<section aria-labelledby="decide" class="card">
    <h2 id="decide">Your decision</h2>
    <p>
      ${
        isUnusable
          ? "It cannot be approved, because the mapping does not find its columns. Correct the mapping, and the next run decides it again; or reject it."
          : "Below is what it changes against the list of now. You approve exactly these changes, once. If they change before that, you are asked again."
      }
      ${
        rejected === 0
          ? ""
          : html`<strong
                >${rejected} ${rejected === 1 ? "row is rejected and is" : "rows are rejected and are"} not in
                it:</strong
              >
              <a href="#rejected">which and why</a>.`
      }
    </p>
    <form method="post" action="${at}">
      <input type="hidden" name="change_set" value="${changeSet}" />
      <label class="control">
        Reason. It is kept in the history. The partner gets the reason for a rejection, too.
        <input type="text" name="reason" required maxlength="500" autocomplete="off" />
      </label>
      <p class="row">
        ${isUnusable ? "" : html`<button class="main" name="verb" value="release">Approve</button>`}
        <button name="verb" value="reject">Reject</button>
      </p>
    </form>
    <details>
      <summary>The same on the command line</summary>
      ${isUnusable ? "" : commandPart(heldCommand("release", feed, sha256))}
      ${commandPart(heldCommand("reject", feed, sha256))}
    </details>
  </section>`;
}

function partnerPart({ subject, text }: PartnerMessage): Html {
  return html`<section aria-labelledby="partner">
    <h2 id="partner">Message for the partner</h2>
    <p>Copy it into an e-mail. Attach the rejects file if there is one.</p>
    <p><strong>${visible(subject)}</strong></p>
    <pre tabindex="0" aria-label="Text of the message">${text}</pre>
  </section>`;
}

function documentsPart(at: string, feed: string, sha256: string, documents: readonly string[]): Html {
  const words = (name: string) =>
    name === reportName
      ? "the report, for programs"
      : "the rejected rows with their reasons, for the partner's clerk";
  return html`<section aria-labelledby="kept">
    <h2 id="kept">What is kept of it</h2>
    ${
      documents.length === 0
        ? html`<p>No report is kept of it.</p>`
        : html`<ul>
            ${documents.map(
              (name) =>
                html`<li>
                  <a href="${at}/${encodeURIComponent(name)}">${visible(name)}</a>, ${words(name)}
                </li>`,
            )}
          </ul>`
    }
    <p>With the file as it came:</p>
    ${commandPart(saveCommand(feed, sha256))}
  </section>`;
}
