import { html, prose, type Html } from "../../src/console/html/html.js";
import { heldCommand } from "../../src/feeds/next-step.js";
import { withFieldLabels } from "../../src/model/field-labels.js";
import { age } from "../../src/sentence.js";
import { healths, type FeedStatus, type Health, type HeldDelivery } from "../../src/feeds/health/status.js";

/** What the page of the demonstration shows of feeds and held deliveries. */

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
  // The roles stand here because a narrow screen shows rows as blocks, and blocks lose their meaning in some browsers.
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
      ${reason === undefined ? "" : html`<span class="reason">${prose(reason)}</span>`}
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

/** @param desk address of the console where it is decided */
export function heldSection(feed: FeedStatus, delivery: HeldDelivery, now: Date, desk: string): Html {
  const counts = Object.entries(delivery.differences).filter(([, count]) => count > 0);
  const id = `held-${delivery.delivery}-${feed.feed.replace("/", "-")}`;
  return html`<article aria-labelledby="${id}" data-part="${id}">
    <h3 id="${id}">${feed.feed}</h3>
    <p>
      Received ${ago(delivery.receivedAt, now)}, delivery <code>${delivery.delivery}</code>.
      ${
        feed.publication === undefined
          ? "There is no list yet: until somebody decides, the answer is 503."
          : "The list before it is served until somebody decides."
      }
    </p>
    <ul>
      ${delivery.reasons.map((reason) => html`<li>${prose(withFieldLabels(reason))}</li>`)}
    </ul>
    ${
      counts.length === 0
        ? ""
        : html`<p>It would change:</p>
            <dl>
              ${counts.map(
                ([what, count]) =>
                  html`<div>
                    <dt>${what.replaceAll("_", " ")}</dt>
                    <dd>${count}</dd>
                  </div>`,
              )}
            </dl>`
    }
    ${
      delivery.isUnusable === true
        ? html`<p>Correct the heading in the mapping, and the next run decides the file again.</p>`
        : html`<p>
              <a class="button main" href="${desk}/feeds/${feed.feed}/deliveries/${delivery.delivery}"
                >Review<span class="hidden"> about ${feed.feed}, ${delivery.delivery}</span></a
              >
            </p>
            <p>On the command line, after <code>lading plan ${feed.feed}</code>:</p>
            ${command(delivery.release)} ${command(heldCommand("reject", feed.feed, delivery.delivery))}`
    }
  </article>`;
}

function command(text: string): Html {
  return html`<pre><code>${text}</code></pre>`;
}

function ago(at: string, now: Date): Html {
  return html`<time datetime="${at}" title="${at}">${age(at, now)}</time>`;
}
