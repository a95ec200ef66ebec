import { html, prose, type Html } from "../html/html.js";
import { isFailing, alertsFailing } from "../../feeds/alerts/alert-health.js";
import { heldCommand } from "../../feeds/next-step.js";
import { withFieldLabels } from "../../model/field-labels.js";
import { commandPart, pageFrame } from "./page-frame.js";
import { lastRunsPart } from "./runs-part.js";
import { firstOf, age, visible } from "../../sentence.js";
import {
  healths,
  outboxSentence,
  type FeedStatus,
  type Health,
  type HeldDelivery,
  type Status,
} from "../../feeds/health/status.js";

/**
 * The status page for people. It loads nothing from elsewhere, and works without its script. Each state is reported by a word
 * and a shape besides its colour, each chart by a table besides its picture.
 */

/** Who looks: with a desk, feeds and held deliveries have pages of their own. */
export interface Looker {
  readonly hasDesk: boolean;
  /** Name of who is signed in. */
  readonly person?: string | undefined;
}

export function statusPage(status: Status, now: Date, looker: Looker = { hasDesk: false }): string {
  const { hasDesk } = looker;
  const held = status.feeds.flatMap((feed) => feed.held.map((delivery) => ({ feed, delivery })));
  return pageFrame({
    ...looker,
    title: headline(status),
    isRefreshed: true,
    about: html`<p class="muted">As of ${minuteOf(now.toISOString())} UTC. <a href="/">Refresh</a></p>`,
    content: html`${notTaken(status)} ${faults(status, now)}
      ${
        held.length === 0
          ? ""
          : html`<section aria-labelledby="held" data-part="held">
              <h2 id="held">Waiting for a person</h2>
              ${held.map(({ feed, delivery }) => heldSection(feed, delivery, now, hasDesk ? "" : undefined, looker.person))}
            </section>`
      }
      ${alerts(status)} ${endings(status)}
      <section aria-labelledby="feeds" data-part="feeds">
        <h2 id="feeds">Feeds</h2>
        ${status.feeds.length === 0 ? html`<p>The workspace has no feeds.</p>` : feedTable(status.feeds, now, hasDesk)}
      </section>
      ${outboxes(status, now)}
      <section aria-labelledby="runs" data-part="runs">
        <h2 id="runs">Last runs</h2>
        ${status.runs.length === 0 ? html`<p>No run was recorded yet.</p>` : lastRunsPart(status.runs, now)}
      </section>
      <p class="muted">
        For machines: <a href="/metrics">/metrics</a>, <a href="/readyz">/readyz</a>,
        <a href="/healthz">/healthz</a>
      </p>`,
  });
}

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

function headline({ feeds, faults = [] }: Status): string {
  const good = feeds.filter((feed) => feed.health === "good").length;
  if (feeds.length === 0) return "No feeds";
  if (good === feeds.length && faults.length > 0) return "Lists do not reach an output";
  if (good === feeds.length)
    return feeds.length === 1 ? "The feed is good" : `All ${feeds.length} feeds are good`;
  const others = feeds.length - good;
  return `${others} of ${feeds.length} ${feeds.length === 1 ? "feed" : "feeds"} ${others === 1 ? "needs" : "need"} attention`;
}

function worstFirst(feeds: readonly FeedStatus[]): readonly FeedStatus[] {
  return feeds.toSorted((a, b) => healths.indexOf(a.health) - healths.indexOf(b.health));
}

export function feedTable(feeds: readonly FeedStatus[], now: Date, hasDesk = false): Html {
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
      ${worstFirst(feeds).map((feed) => feedRow(feed, now, hasDesk))}
    </tbody>
  </table>`;
}

function feedRow({ feed, health, reason, publication }: FeedStatus, now: Date, hasDesk: boolean): Html {
  const none = html`<span class="muted">none</span>`;
  return html`<tr role="row" data-part="${feed}">
    <th role="rowheader" scope="row" class="feed">
      ${hasDesk ? html`<a href="/feeds/${feed}">${feed}</a>` : feed}
    </th>
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

/**
 * @param desk address of the page where it is decided; empty: this one
 * @param person who is signed in, and may read the name of the file
 */
export function heldSection(
  feed: FeedStatus,
  delivery: HeldDelivery,
  now: Date,
  desk?: string,
  person?: string,
): Html {
  const counts = Object.entries(delivery.differences).filter(([, count]) => count > 0);
  const id = `held-${delivery.delivery}-${feed.feed.replace("/", "-")}`;
  return html`<article aria-labelledby="${id}" data-part="${id}">
    <h3 id="${id}">${feed.feed}</h3>
    <p>
      ${person === undefined ? "" : html`<strong>${visible(delivery.file)}</strong>: `}Received
      ${ago(delivery.receivedAt, now)}, delivery <code>${delivery.delivery}</code>.
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
        : html`${
              desk !== undefined
                ? html`<p>
                    <a class="button main" href="${desk}/feeds/${feed.feed}/deliveries/${delivery.delivery}"
                      >Review<span class="hidden"> about ${feed.feed}, ${delivery.delivery}</span></a
                    >
                  </p>`
                : ""
            }
            <p>On the command line, after <code>lading plan ${feed.feed}</code>:</p>
            ${commandPart(delivery.release)}
            ${commandPart(heldCommand("reject", feed.feed, delivery.delivery))}`
    }
  </article>`;
}

function notTaken({ notTaken: why }: Status): Html | "" {
  if (why === undefined) return "";
  return html`<section aria-labelledby="not-taken" data-part="not-taken">
    <h2 id="not-taken">A change of the workspace is not taken up</h2>
    <p>The feeds go on as before it.</p>
    <pre>${why.sentence}</pre>
    <p>Next: ${prose(why.next)}</p>
  </section>`;
}

function faults({ faults = [] }: Status, now: Date): Html | "" {
  if (faults.length === 0) return "";
  return html`<section aria-labelledby="faults" data-part="faults">
    <h2 id="faults">Cannot be worked on</h2>
    ${faults.map(
      ({ where, sentence, next, since, feeds }, index) =>
        html`<article aria-labelledby="fault-${index}">
          <h3 id="fault-${index}">${where}</h3>
          <p>${prose(sentence)} Begun ${ago(since, now)}.</p>
          <p>Next: ${prose(next)}</p>
          <p>${feeds.length === 1 ? "Feed" : `${feeds.length} feeds`}: ${firstOf(feeds)}</p>
        </article>`,
    )}
  </section>`;
}

/** So many of one kind are named. */
const mostBullets = 10;

function bulletList(sentences: readonly Html[]): Html | "" {
  if (sentences.length === 0) return "";
  const more = sentences.length - mostBullets;
  return html`<ul>
    ${sentences.slice(0, mostBullets).map((each) => html`<li>${each}</li>`)}
    ${more > 0 ? html`<li>and ${more} more</li>` : ""}
  </ul>`;
}

function outboxes({ outboxes: all = [] }: Status, now: Date): Html | "" {
  if (all.length === 0) return "";
  return html`<section aria-labelledby="outboxes" data-part="outboxes">
    <h2 id="outboxes">Invoices for the FFS</h2>
    ${all.map(
      ({ account, oldest, near, shared, ...counts }) =>
        html`<article aria-labelledby="outbox-${account}">
          <h3 id="outbox-${account}">${account}</h3>
          <p>
            ${outboxSentence(counts)}
            ${
              oldest === undefined
                ? ""
                : html`The oldest was posted ${ago(oldest.postedAt, now)} and is ${oldest.state}:
                    <code>${oldest.id}</code>`
            }
          </p>
          ${bulletList(
            near.map(
              ({ id, number, others }) =>
                html`<code>${id}</code> has the number ${number}, nearly the same as ${others.join(", ")} of
                  its creditor.`,
            ),
          )}
          ${bulletList(
            shared.map(
              ({ accrual, invoices }) => html`The accrual ${accrual} is settled by ${firstOf(invoices)}.`,
            ),
          )}
        </article>`,
    )}
  </section>`;
}

function alerts({ alerts = [] }: Status): Html | "" {
  const failing = alerts.filter(isFailing).map(alertsFailing);
  if (failing.length === 0) return "";
  return html`<section aria-labelledby="alerts" data-part="alerts">
    <h2 id="alerts">Alerts that fail</h2>
    <ul>
      ${failing.map(({ sentence, next }) => html`<li>${sentence} Next: ${prose(next)}</li>`)}
    </ul>
  </section>`;
}

function endings({ endings = [] }: Status): Html | "" {
  if (endings.length === 0) return "";
  return html`<section aria-labelledby="endings" data-part="endings">
    <h2 id="endings">Ends soon, or is over</h2>
    <ul>
      ${endings.map(({ sentence, next }) => html`<li>${sentence} ${prose(next)}</li>`)}
    </ul>
  </section>`;
}

function ago(at: string, now: Date): Html {
  return html`<time datetime="${at}" title="${at}">${age(at, now)}</time>`;
}

function minuteOf(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace("T", " ")}</time>`;
}
