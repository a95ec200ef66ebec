import { scriptElement, scriptSource, styleElement, styleSource } from "../html/page-style.js";
import { html, type Html } from "../html/html.js";
import type { AnswerHeaders, HttpAnswer } from "../../http/answer.js";

/** What every page of the operators' port has around it. */

/** The page's own style and script are allowed, and forms to where it came from; nothing from elsewhere, no frame. */
const pagePolicy =
  `default-src 'none'; style-src ${styleSource}; script-src ${scriptSource}; connect-src 'self'; ` +
  `base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

export interface Page {
  readonly title: string;
  /** Below the title. */
  readonly about: Html | "";
  readonly content: Html;
  /** Whether it is asked for again now and then, and what changed is put in its place. */
  readonly isRefreshed?: boolean;
  /** Name of who is signed in; undefined for nobody. */
  readonly person?: string | undefined;
  /** Whether one can sign in. */
  readonly hasDesk?: boolean;
}

export function pageFrame({ title, about, content, isRefreshed, person, hasDesk = true }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Lading</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <div class="row spread">
            <p class="brand">Lading</p>
            ${hasDesk ? whoPart(person) : ""}
          </div>
          <h1>${title}</h1>
          ${about}
        </header>
        ${isRefreshed === true ? html`<main data-refresh="">${content}</main>` : html`<main>${content}</main>`}
        ${scriptElement}
      </body>
    </html> `.text;
}

function whoPart(person: string | undefined): Html {
  if (person === undefined) return html`<p><a href="/sign-in">Sign in</a></p>`;
  return html`<form class="row" method="post" action="/sign-out">
    <span class="muted">${person}</span> <button class="quiet">Sign out</button>
  </form>`;
}

/** A command that one can copy. */
export function commandPart(command: string): Html {
  return html`<div class="row command">
    <pre><code>${command}</code></pre>
    <button type="button" class="quiet" data-copy="${command}">Copy</button>
  </div>`;
}

export function pageAnswer(body: string, status = 200, headers: AnswerHeaders = {}): HttpAnswer {
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": pagePolicy,
      // Not "no-referrer": with that a browser would not say from where a form comes.
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      ...headers,
    },
    body,
  };
}
