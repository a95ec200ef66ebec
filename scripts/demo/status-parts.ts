import { html, prose, type Html } from "../../src/console/html/html.js";
import { problemText, type Problem } from "../../src/feeds/health/problem.js";
import { withFieldLabels } from "../../src/model/field-labels.js";
import { age } from "../../src/sentence.js";
import { healths, type FeedStatus, type Health } from "../../src/feeds/health/status.js";

/** Parts of the demonstration's page about feeds and held deliveries. */

const shapes: Record<Health, string> = {
  failing: "✕",
  waiting: "▷",
  good: "●",
  stale: "▲",
  paused: "‖",
  partial: "◐",
  held: "■",
  rejected: "✕",
  unpublished: "○",
};

function worstFirst(feeds: readonly FeedStatus[]): readonly FeedStatus[] {
  return feeds.toSorted((a, b) => healths.indexOf(a.health) - healths.indexOf(b.health));
}

export function feedTable(feeds: readonly FeedStatus[], now: Date): Html {
  // Explicit roles, because narrow screens show rows as blocks, which lose their table semantics in some
  // browsers.
  return html`<table role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">Feed</th>
        <th role="columnheader" scope="col">Health</th>
        <th role="columnheader" scope="col" class="number">Records</th>
        <th role="columnheader" scope="col" class="number">Publication</th>
        <th role="columnheader" scope="col">Changed</th>
        <th role="columnheader" scope="col">Confirmed</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${worstFirst(feeds).map((feed) => feedRow(feed, now))}
    </tbody>
  </table>`;
}

function feedRow({ feed, health, reason, publication }: FeedStatus, now: Date): Html {
  const none = html`<span class="muted">none</span>`;
  return html`<tr role="row" data-part="${feed}">
    <th role="rowheader" scope="row" class="feed">${feed}</th>
    <td role="cell" data-label="Health">
      <span class="health ${health}"><span aria-hidden="true">${shapes[health]}</span> ${health}</span>
      ${reason === undefined ? "" : html`<span class="reason">${prose(withFieldLabels(reason))}</span>`}
      ${health === "paused" ? html`<span class="reason">Next: <code>lading resume ${feed}</code></span>` : ""}
    </td>
    <td role="cell" data-label="Records" class="number">${publication?.records ?? none}</td>
    <td role="cell" data-label="Version" class="number">${publication?.number ?? none}</td>
    <td role="cell" data-label="Changed">
      ${publication === undefined ? none : ago(publication.publishedAt, now)}
    </td>
    <td role="cell" data-label="Confirmed">
      ${publication === undefined ? none : ago(publication.confirmedAt, now)}
    </td>
  </tr>`;
}

/** @param desk address of the console for decisions */
export function heldSection(problem: Problem, desk: string, now: Date): Html {
  const { subject, since, next, commands } = problem;
  const delivery = problem.delivery ?? "";
  const id = `held-${delivery}-${subject.replace("/", "-")}`;
  return html`<article aria-labelledby="${id}" data-part="${id}">
    <h3 id="${id}">${subject}</h3>
    <p>
      ${prose(withFieldLabels(problemText(problem)))}
      ${since === null ? "" : html`Received ${ago(since, now)}.`}
    </p>
    <p>
      <a class="button main" href="${desk}/feeds/${subject}/deliveries/${delivery}"
        >Review<span class="hidden"> ${subject}, ${delivery}</span></a
      >
    </p>
    <p>${prose(next)}</p>
    ${commands.map(command)}
  </article>`;
}

function command(text: string): Html {
  return html`<pre><code>${text}</code></pre>`;
}

function ago(at: string, now: Date): Html {
  return html`<time datetime="${at}" title="${at}">${age(at, now)}</time>`;
}
