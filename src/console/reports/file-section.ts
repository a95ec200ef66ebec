import { html, prose, type Html } from "./html.js";
import { balanceText } from "../../model/within.js";
import { fieldLabels, valueText, withFieldLabels } from "../../model/field-labels.js";
import { ruleInWords } from "../../mapping/conditions.js";
import type { ChangesReport, FileReport, RejectsReport } from "../../feeds/reports/file-report.js";
import type { GroupedIssues } from "../../convert/grouped-issues.js";

/** The report on one file as a section of a page, with counts, issues, changes and guardrails. */

const nothing = html``;

/**
 * `name` is unique on the page, so that screen readers can distinguish the tables of several files. If `isHeld` is
 * true, the list remains unchanged until a person decides.
 */
export function fileSection(report: FileReport, name: string, isHeld = false): Html {
  return html`${report.counts === undefined ? nothing : conservation(report, isHeld)}
  ${report.guards.length === 0 ? nothing : guardsPart(report, isHeld)}
  ${isHeld || report.rejects !== undefined ? rejectsPart(report, isHeld) : nothing} ${issuesPart(report)}
  ${report.changes === undefined ? nothing : changesPart(report.changes, name, isHeld)}
  ${figuresPart(report, name)} ${readingPart(report)}`;
}

/** Shows the row and record counts, which add up so that readers can verify that nothing was lost. */
function conservation({ counts, skipped, list }: FileReport, isHeld: boolean): Html {
  if (counts === undefined) return nothing;
  const { read, accepted, rejected, merged, stale } = counts;
  const rules = Object.entries(skipped ?? {});
  const of = Object.entries(list?.by ?? {}).filter(([reason, count]) => count > 0 || reason === "accepted");
  return html`<h3>Counts</h3>
    <p>
      <strong>${read}</strong> rows read = <strong>${accepted}</strong> accepted + ${rejected} rejected +
      ${counts.skipped} skipped by rules + ${merged} merged into another row + ${stale} older than the list
    </p>
    ${
      counts.within === undefined
        ? nothing
        : html`<p>Within the records:</p>
            <ul>
              ${counts.within.map((balance) => html`<li>${balanceText(balance)}</li>`)}
            </ul>`
    }
    ${
      list === undefined
        ? nothing
        : html`<p>
            <strong>${list.records}</strong> records ${isHeld ? "would be " : ""}in the list =
            ${of.map(([reason, count], index) => html`${index === 0 ? "" : " + "}${count} ${words(reason)}`)}
          </p>`
    }
    ${
      rules.length === 0
        ? nothing
        : html`<p>Skipped:</p>
            <ul>
              ${rules.map(([rule, count]) => html`<li>${count} ${count === 1 ? "row" : "rows"} ${ruleInWords(rule)}</li>`)}
            </ul>`
    }`;
}

const reasons: Record<string, string> = {
  accepted: "accepted",
  rejected: "kept from before because their row was rejected",
  stale: "kept because their row was older",
  grace: "missing, but kept for now",
  suspended: "kept because a rejected row without an ID may belong to them",
  kept: "missing and kept",
  other_part: "of other parts",
  not_in_delta: "not in this delta",
  kept_inactive: "missing and kept as inactive",
  first: "the first delivery",
  expect: "the feed's own limits",
  rekeyed: "records under another ID",
};

function words(reason: string): string {
  return reasons[reason] ?? reason.replaceAll("_", " ");
}

function guardsPart({ guards }: FileReport, isHeld: boolean): Html {
  return html`<h3>${isHeld ? "Why the file is held" : "What was approved"}</h3>
    <ul>
      ${guards.map(({ sentence }) => html`<li>${prose(withFieldLabels(sentence))}</li>`)}
    </ul>`;
}

function issuesPart({ findings, counts, refused }: FileReport): Html {
  const notUsed = refused === undefined ? nothing : html`<p><strong>The file is not used.</strong></p>`;
  if (findings.length === 0) {
    return counts === undefined
      ? nothing
      : html`<h3>Issues</h3>
          <p>None.</p>`;
  }
  return html`<h3>Issues</h3>
    ${notUsed} ${findings.map(issuesOfGroup)}`;
}

function issuesOfGroup(group: GroupedIssues): Html {
  const { severity, column, field, message, hint, count, more, rows, values, code, clerk } = group;
  const places = [
    column === undefined ? "" : `column “${column}”`,
    field === undefined ? "" : `for “${fieldLabels[field] ?? field}”`,
  ].filter((text) => text !== "");
  const unlisted = more || count > rows.length ? " and others" : "";
  return html`<article class="${severity}">
    <h4>${clerk ?? message}</h4>
    <p class="muted">
      ${severity} <code>${code}</code>,
      ${times(count, more)}${places.length === 0 ? "" : `: ${places.join(", ")}`}
    </p>
    ${rows.length === 0 ? nothing : html`<p>${rows.length === 1 ? "Row" : "Rows"} ${rows.join(", ")}${unlisted}</p>`}
    ${
      values === undefined
        ? nothing
        : html`<p>
            Values found:
            ${values.map((value, at) => html`${at === 0 ? "" : ", "}<code>${shown(value)}</code>`)}
          </p>`
    }
    ${
      clerk === undefined
        ? html`<p>${prose(hint)}</p>`
        : html`<p class="muted">For the author of the mapping: ${prose(`${message} ${hint}`)}</p>`
    }
  </article>`;
}

function times(count: number, more: boolean): string {
  if (more) return `at least ${count} times`;
  return count === 1 ? "once" : `${count} times`;
}

function fieldText(field: string, value: string): string {
  return `${fieldLabels[field] ?? field}: ${shown(valueText(value))}`;
}

/** Makes blank values and surrounding spaces visible. */
function shown(value: string): string {
  return value === "" ? "(blank)" : value.trim() === value ? value : JSON.stringify(value);
}

/** Shows the rejects file for the partner. For a held file, also lists the rejected rows with the reasons. */
function rejectsPart({ rejects, rejectedRows = [], counts }: FileReport, isHeld: boolean): Html {
  const count = counts?.rejected ?? 0;
  if (count === 0 && rejects === undefined) return nothing;
  const more = count - rejectedRows.length;
  return html`<h3 id="rejected">Rejected rows</h3>
    ${
      isHeld
        ? html`<ul>
            ${rejectedRows.map(
              ({ line, id, why }) =>
                html`<li>Row ${line}${id === undefined ? "" : html` (<strong>${id}</strong>)`}: ${why}</li>`,
            )}
            ${more > 0 ? html`<li>and ${more} more</li>` : ""}
          </ul>`
        : nothing
    }
    ${rejects === undefined ? nothing : rejectsFilePart(rejects)}`;
}

function rejectsFilePart({ name, href, command }: RejectsReport): Html {
  const file = href === undefined ? html`<code>${name}</code>` : html`<a href="${href}">${name}</a>`;
  return html`<p>
    ${file} contains the rejected rows with reasons, for the partner. After the partner corrects the file and
    sends it back, the file completes this
    delivery.${command === undefined ? "" : html` To save the file: <code>${command}</code>.`}
  </p>`;
}

function changesPart({ kinds, fields, listed }: ChangesReport, name: string, isOpen: boolean): Html {
  const counts = Object.entries(kinds);
  if (counts.length === 0)
    return html`<h3>Changes</h3>
      <p>No record changes.</p>`;
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const byField = Object.entries(fields).sort((a, b) => b[1] - a[1]);
  return html`<h3>Changes</h3>
    <dl>
      ${counts.map(
        ([kind, count]) =>
          html`<div>
            <dt>${kind}</dt>
            <dd>${count}</dd>
          </div>`,
      )}
    </dl>
    ${
      byField.length === 0
        ? nothing
        : html`<p>
            By field: ${byField.map(([field, count]) => `${fieldLabels[field] ?? field} ${count}`).join(", ")}
          </p>`
    }
    ${
      listed === undefined
        ? html`<p class="muted">IDs and values are hidden, because these records contain personal data.</p>`
        : html`${isOpen ? { text: "<details open>" } : { text: "<details>" }}
            <summary>
              ${listed.length < total ? `The first ${listed.length} of ${total}` : `All ${total}`}
            </summary>
            <div class="scroll" tabindex="0" role="region" aria-label="Changes, ${name}">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Record</th>
                    <th scope="col">What</th>
                    <th scope="col" class="number">Row</th>
                    <th scope="col">Field: before → after</th>
                  </tr>
                </thead>
                <tbody>
                  ${listed.map(
                    (change) =>
                      html`<tr>
                        <th scope="row">${change.id}</th>
                        <td>${change.kind}</td>
                        <td class="number">${change.line ?? "–"}</td>
                        <td>
                          ${change.fields.map(({ field, before, after }) =>
                            change.kind === "added"
                              ? html`<div>${fieldText(field, after)}</div>`
                              : html`<div>${fieldText(field, before)} → ${shown(valueText(after))}</div>`,
                          )}
                        </td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
          </details>`
    }`;
}

function figuresPart({ figures, guards }: FileReport, name: string): Html {
  // Some guardrails have no measured value.
  const unmeasured = guards.filter(
    ({ guard }) => !figures.some((figure) => figure.guard === guard && figure.tripped),
  );
  if (figures.length + unmeasured.length === 0) return nothing;
  return html`<h3>Guardrails</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="Guardrails, ${name}">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Measured</th>
            <th scope="col" class="number">Found</th>
            <th scope="col" class="number">Compared with</th>
            <th scope="col">Allowed</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          ${figures.map(
            ({ what, found, of, allowed, tripped }) =>
              html`<tr>
                <th scope="row">${what}</th>
                <td class="number">${found}</td>
                <td class="number">${of}</td>
                <td>${allowed}</td>
                <td class="${tripped ? "state error" : ""}">${tripped ? "■ over the limit" : "within"}</td>
              </tr>`,
          )}
          ${unmeasured.map(
            ({ guard }) =>
              html`<tr>
                <th scope="row">${words(guard)}</th>
                <td colspan="3"></td>
                <td class="state error">■ needs a decision</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function readingPart({ reading }: FileReport): Html {
  if (reading.length === 0) return nothing;
  return html`<details>
    <summary>How the file was read</summary>
    <ul>
      ${reading.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  </details>`;
}
