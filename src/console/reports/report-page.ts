import { styleElement, styleSource } from "../html/page-style.js";
import { html, type Html } from "../html/html.js";

/**
 * This module creates pages that can be opened from disk. The pages contain no scripts, and their content security
 * policy allows only the embedded style sheet.
 */

const policy = `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'`;

export function reportPage(title: string, about: Html, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} – Lading</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <p class="brand">Lading</p>
          <h1>${title}</h1>
          ${about}
        </header>
        <main>${content}</main>
      </body>
    </html> `.text;
}
