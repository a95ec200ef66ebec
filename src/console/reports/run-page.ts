import { isUnusable } from "../../feeds/lists/feed-state.js";
import { nextStepAfterHold } from "../../feeds/next-step.js";
import { html, instant, type Html } from "./html.js";
import { fileSection } from "./file-section.js";
import { visible } from "../../sentence.js";
import type { FileReport } from "../../feeds/reports/file-report.js";
import { reportPage } from "./report-page.js";
import type { DeliveryReport, FeedReport, RunReport } from "../../feeds/reports/run-report.js";

export function runPage(report: RunReport): string {
  const about = html`<p class="muted">
    Run ${report.run}, from ${instant(report.started_at)} to ${instant(report.ended_at)} UTC, Lading
    ${report.engine}. As JSON: <code>${report.run}.json</code>
  </p>`;
  const content = html`${overview(report)}
  ${report.feeds.map((feed, index) => feedPart(feed, `feed-${index + 1}`))}`;
  return reportPage(headline(report), about, content);
}

export function filePage(report: FileReport, at: Date): string {
  const about = html`<p class="muted">
    Converted at ${instant(at.toISOString())} UTC into ${report.record} records.
  </p>`;
  return reportPage(report.file, about, fileSection(report, report.file));
}

/** Label of each status, in order of urgency. */
const words: Record<string, string> = {
  HELD: "held",
  REJECTED: "rejected",
  QUARANTINED: "quarantined",
  CRASHED: "to be retried",
  WAITING: "waiting",
  PUBLISHED: "published",
  UNCHANGED: "unchanged",
  SUPERSEDED: "superseded",
};

const looks: Record<string, readonly [sign: string, style: string]> = {
  PUBLISHED: ["●", "good"],
  UNCHANGED: ["●", "good"],
  HELD: ["■", "held"],
  REJECTED: ["✕", "rejected"],
  QUARANTINED: ["✕", "rejected"],
  CRASHED: ["✕", "rejected"],
  FAILED: ["✕", "rejected"],
  WAITING: ["▲", "warning"],
};

function headline({ feeds }: RunReport): string {
  const decided = feeds.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
  const parts = Object.entries(words).flatMap(([status, word]) => {
    const count = decided.filter((one) => one === status).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  const failed = feeds.filter((feed) => feed.failed !== null).length;
  if (failed > 0) parts.push(`${failed} ${failed === 1 ? "feed" : "feeds"} failed`);
  if (feeds.some(({ act }) => act !== undefined)) parts.push("decided by a person");
  return parts.join(", ");
}

function state(status: string): Html {
  const [sign, style] = looks[status] ?? ["○", "note"];
  return html`<span class="state ${style}"
    ><span aria-hidden="true">${sign}</span> ${words[status] ?? status.toLowerCase()}</span
  >`;
}

function overview({ feeds }: RunReport): Html {
  const rows = feeds.flatMap((feed, index) => {
    const link = html`<a href="#feed-${index + 1}">${feed.feed}</a>`;
    const lines = feed.deliveries.map((delivery) => overviewRow(link, feed, delivery));
    const acts = feed.act === undefined ? [] : [actRow(link, feed.act)];
    const failed = feed.failed === null ? [] : [failedRow(link)];
    return [...acts, ...lines, ...failed];
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Decisions">
    <table>
      <thead>
        <tr>
          <th scope="col">Feed</th>
          <th scope="col">File</th>
          <th scope="col">Decision</th>
          <th scope="col" class="number">Rows</th>
          <th scope="col" class="number">Accepted</th>
          <th scope="col" class="number">Rejected</th>
          <th scope="col" class="number">Skipped</th>
          <th scope="col" class="number">Version</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function overviewRow(link: Html, feed: FeedReport, { file, status, counts, number }: DeliveryReport): Html {
  const publication = number ?? feed.publication?.number ?? "none";
  return html`<tr>
    <th scope="row">${link}</th>
    <td class="file">${visible(file)}</td>
    <td>${state(status)}</td>
    <td class="number">${counts?.read ?? ""}</td>
    <td class="number">${counts?.accepted ?? ""}</td>
    <td class="number">${counts?.rejected ?? ""}</td>
    <td class="number">${counts?.skipped ?? ""}</td>
    <td class="number">${publication}</td>
  </tr>`;
}

function actRow(link: Html, act: string): Html {
  return html`<tr>
    <th scope="row">${link}</th>
    <td></td>
    <td colspan="6">${act}</td>
  </tr>`;
}

function failedRow(link: Html): Html {
  return html`<tr>
    <th scope="row">${link}</th>
    <td></td>
    <td>${state("FAILED")}</td>
    <td colspan="5"></td>
  </tr>`;
}

function feedPart(feed: FeedReport, id: string): Html {
  const { publication, failed, act, deliveries } = feed;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${feed.feed}</h2>
    <p>
      ${
        publication === null
          ? "No version is published yet."
          : `Version ${publication.number} with ${publication.records} records is served.`
      }
    </p>
    ${act === undefined ? "" : html`<p>${act}</p>`}
    ${failed === null ? "" : html`<p><strong>${failed.message}</strong> ${failed.hint}</p>`}
    ${deliveries.map((delivery) => deliveryPart(feed.feed, delivery))}
  </section>`;
}

function deliveryPart(feed: string, delivery: DeliveryReport): Html {
  const isHeld = delivery.status === "HELD";
  return html`<p>
      File <code>${visible(delivery.file)}</code>, delivery <code>${delivery.delivery}</code>:
      ${state(delivery.status)}
    </p>
    ${delivery.reason === "" || delivery.guards.length > 0 ? "" : html`<p>${delivery.reason}</p>`}
    ${fileSection(delivery, `${feed} ${delivery.delivery}`, isHeld)} ${isHeld ? heldPart(feed, delivery) : ""}`;
}

function heldPart(feed: string, delivery: DeliveryReport): Html {
  const { next, commands } = nextStepAfterHold(
    feed,
    { sha256: delivery.delivery, guards: delivery.guards },
    isUnusable(delivery),
  );
  return html`<h3>What to do</h3>
    <p>${next}</p>
    <pre><code>${commands.join("\n")}</code></pre>`;
}
