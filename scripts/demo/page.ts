import { styleElement, styleSource } from "../../src/console/html/page-style.js";
import { html, prose, type Html } from "../../src/console/html/html.js";
import type { RecordType } from "../../src/model/record-type.js";
import type { Status } from "../../src/feeds/health/status.js";
import type { CircleState } from "./circle.js";
import { exports, type Kind } from "./workspace.js";
import { withFieldLabels } from "../../src/model/field-labels.js";
import { feedTable, heldSection } from "./status-parts.js";

/** The page of the demonstration: the studio, exports to send, imported files, and the served lists. */

/** No scripts and no other origins. Forms are sent to this page, and the link to the studio leads to another port. */
export const pagePolicy =
  `default-src 'none'; style-src ${styleSource}; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export interface Shown {
  readonly now: Date;
  readonly status: Status;
  /** The shown list as sent by the server. */
  readonly list: ServedList;
  /** Available lists by account. */
  readonly lists: ReadonlyMap<string, readonly RecordType[]>;
  /** Events since the start, newest first. */
  readonly events: readonly Happened[];
  /** Pending actions of the buttons, the first of which is in progress, and the result of the last one. */
  readonly asked: readonly Asked[];
  readonly done: Done | undefined;
  /** Progress of the cycle's invoices. */
  readonly circle: CircleState | undefined;
  /** Proves that a form belongs to this page. */
  readonly formKey: string;
  readonly operatorsUrl: string;
  /** Shell commands to enter the workspace and call the program. */
  readonly folder: string;
  readonly program: string;
}

export interface ServedList {
  readonly account: string;
  readonly list: string;
  readonly url: string;
  readonly token: string;
  readonly status: number;
  readonly records: readonly unknown[];
}

export interface Happened {
  readonly at: Date;
  readonly text: string;
}

/** Labels of the buttons. */
export type Asked = Exclude<Kind, "whole"> | "approve";

export interface Done {
  readonly kind: Asked;
  readonly at: Date;
  /** What happened; undefined if nothing happened. */
  readonly text: string | undefined;
}

export function demoPage(shown: Shown): string {
  const { status, now, events, formKey } = shown;
  const held = status.feeds.flatMap((feed) => feed.held.map((delivery) => ({ feed, delivery })));
  const published = status.feeds.filter(({ publication }) => publication !== undefined).length;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Lading, demonstration</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <p class="brand">Lading, demonstration</p>
          <h1>
            ${published} of ${status.feeds.length} feeds have
            records${held.length === 0 ? "" : `, ${held.length} held`}
          </h1>
          <p class="muted">
            Exports of five invented partners, one of them played here, on this machine only. As of
            ${clock(now)}.
            <a href="/">Refresh</a>
          </p>
          ${outcomeOfButton(shown)}
        </header>
        <main>
          <section aria-labelledby="try">
            <h2 id="try">Send an export</h2>
            <p>
              Each button drops a file into an inbox, as a partner would. It is decided after a few seconds.
            </p>
            <form method="post" action="/drop" class="row">
              <input type="hidden" name="form" value="${formKey}" />
              <button class="main" name="kind" value="broken">Break it: drop a broken export</button>
              <button class="main" name="kind" value="changed">
                Change it: a colleague has another name
              </button>
            </form>
            ${
              held.length === 0
                ? html`<p class="muted">
                    The broken one ends in the middle of a row: it is held for a person, and the list before
                    it stays. The changed one is published.
                  </p>`
                : html`<h3>Waiting for a person</h3>
                    ${status.problems.filter(({ code }) => code === "held").map((one) => heldSection(one, shown.operatorsUrl, now))}
                    <p class="muted">
                      Commands are to be typed in <code>${shown.folder}</code>, where
                      <code>lading</code> stands for <code>${shown.program}</code>. The page for deciding asks
                      for a secret: <a href="/studio" target="_blank" rel="noopener">the studio</a> makes
                      yours. Another broken export refuses the one that waits, so that there is one at a time.
                    </p>`
            }
          </section>
          <section aria-labelledby="studio">
            <h2 id="studio">Begin with a file of your own</h2>
            <p>
              The studio shows the file, the mapping that was guessed beside it, and what becomes of every row
              while you choose, up to a list that is served. A sample is offered there, too: Harbourline's
              staff.
            </p>
            <p>
              <a class="button main" href="/studio" target="_blank" rel="noopener">Open the studio</a>
            </p>
          </section>
          ${shown.circle === undefined ? "" : circleSection(shown.circle, formKey)}
          ${
            events.length === 0
              ? ""
              : html`<section aria-labelledby="events">
                  <h2 id="events">What has happened</h2>
                  <ul>
                    ${events.map(({ at, text }) => html`<li>${clock(at)} ${prose(withFieldLabels(text))}</li>`)}
                  </ul>
                </section>`
          }
          <section aria-labelledby="feeds">
            <h2 id="feeds">What has been imported</h2>
            ${feedTable(status.feeds, now)}
          </section>
          ${servedList(shown)}
        </main>
        <footer>
          <p>On the command line:</p>
          <pre><code>cd ${shown.folder}
${shown.program} status</code></pre>
          <p class="muted">
            For operators: <a href="${shown.operatorsUrl}/">the status page</a> of the server. Ctrl-C where
            <code>npm start</code> was typed ends all of it.
          </p>
        </footer>
      </body>
    </html> `.text;
}

/** The action in progress, or the result of the last one: what happened, and where to look. */
function outcomeOfButton({ asked: [first, ...others], done, status }: Shown): Html | "" {
  if (first !== undefined) {
    const more = others.length === 0 ? "" : ` (and ${others.length} more after it)`;
    return html`<p role="status">
      <strong>${doing[first]}${more} …</strong> The page looks again by itself.
    </p>`;
  }
  if (done === undefined) return "";
  const isHeld = status.feeds.some(({ feed, held }) => feed === exports.broken.feed && held.length > 0);
  return html`<p role="status"><strong>${clock(done.at)}</strong> ${outcome(done, isHeld)}</p>`;
}

const doing: Record<Asked, string> = {
  broken: "Deciding the broken export",
  changed: "Deciding the changed export",
  approve: "Sending an invoice round",
};

function outcome({ kind, text }: Done, isHeld: boolean): Html {
  if (text === undefined)
    return html`Nothing was heard of it for a minute. Look at the terminal for the reason.`;
  if (kind === "broken" && text.includes(" HELD") && !isHeld) {
    return html`The broken export was held, and it is decided: what is served now is
      <a href="/?account=harbourline-gb&amp;list=staff#lists">Harbourline's staff</a>.`;
  }
  if (kind === "broken" && text.includes(" HELD")) {
    return html`The broken export is held: <a href="#try">why, and what a person can do</a>. What is served is
      the list before it: <a href="/?account=harbourline-gb&amp;list=staff#lists">Harbourline's staff</a>.`;
  }
  if (kind === "changed" && text.includes(" PUBLISHED")) {
    return html`The changed export is published, and served from now on:
      <a href="/?account=nordlicht-de&amp;list=staff#lists">Nordlicht's staff</a> has the new name.`;
  }
  return html`${prose(withFieldLabels(text))}`;
}

function circleSection(
  { exports, earlier, notifications, fetched, invoices }: CircleState,
  formKey: string,
): Html {
  return html`<section aria-labelledby="circle">
    <h2 id="circle">The whole circle</h2>
    <p>
      An FFS that knows files alone and the platform are both played here. The FFS has dropped ${exports}
      ${exports === 1 ? "export" : "exports"}; since this start the platform was told of ${notifications}
      changes and has fetched ${fetched} records. An invoice that is approved there is posted, sent as a file,
      imported, posted in the FFS, exported and served.
    </p>
    ${
      invoices.length === 0
        ? html`<p class="muted">
            ${
              earlier === 0
                ? "The first invoice is on its way."
                : `Before this start ${earlier === 1 ? "one came" : `${earlier} came`} round; the button sends another.`
            }
          </p>`
        : html`<table role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">Invoice</th>
                <th role="columnheader" scope="col">Posted, answered</th>
                <th role="columnheader" scope="col">Imported as</th>
                <th role="columnheader" scope="col">The FFS says</th>
                <th role="columnheader" scope="col">The platform sees</th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              ${invoices.map(
                ({ number, id, key, atFfs, served }) =>
                  html`<tr role="row">
                    <th role="rowheader" scope="row">${number}</th>
                    <td role="cell" data-label="Posted, answered">${id}</td>
                    <td role="cell" data-label="Imported as">${key}</td>
                    <td role="cell" data-label="The FFS says">${atFfs.toLowerCase()}</td>
                    <td role="cell" data-label="The platform sees">${served}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    <form method="post" action="/drop" class="row">
      <input type="hidden" name="form" value="${formKey}" />
      <button name="kind" value="approve">Another night, and another invoice</button>
    </form>
  </section>`;
}

function servedList({ list, lists }: Shown): Html {
  const link = (account: string, name: string): Html =>
    account === list.account && name === list.list
      ? html`<strong>${name}</strong>`
      : html`<a href="/?account=${account}&amp;list=${name}#lists">${name}</a>`;
  const text = JSON.stringify(list.records, null, 2);
  return html`<section aria-labelledby="lists">
    <h2 id="lists">The lists as they are served</h2>
    <ul>
      ${[...lists].map(([account, types]) => html`<li>${account}: ${types.map(({ plural }) => html`${link(account, plural)} `)}</li>`)}
    </ul>
    <pre><code>curl ${list.url} --oauth2-bearer ${list.token}</code></pre>
    <p>${list.account}, ${list.list}: answer ${list.status}, ${list.records.length} records.</p>
    <pre tabindex="0"><code>${text}</code></pre>
  </section>`;
}

/** In local time, as on the terminal of the same machine. */
export function clock(at: Date): string {
  return at.toTimeString().slice(0, 8);
}
