import { createHash } from "node:crypto";
import { html, type Html } from "../pages/html.js";
import { pageStyle } from "../pages/style.js";

/** A page that opens from disk: everything in it, no script, and a policy that allows its own style and nothing else. */

const style = `${pageStyle}
table.plain th, table.plain td { padding: 0.35rem 0.6rem; }
table.plain { width: auto; min-width: 40%; }
h2 { overflow-wrap: anywhere; border-top: 1px solid var(--line); padding-top: 1.25rem; }
h3 { margin: 1.5rem 0 0.5rem; }
main p { max-width: 46rem; }
dd { overflow-wrap: anywhere; }
.runs td.file { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
.sum { font-variant-numeric: tabular-nums; margin: 0.25rem 0; }
.tripped { font-weight: 600; color: var(--held); }
.state { font-weight: 600; white-space: nowrap; }
.state.PUBLISHED, .state.UNCHANGED { color: var(--good); }
.state.HELD, .state.REJECTED, .state.QUARANTINED, .state.FAILED, .state.CRASHED { color: var(--held); }
.state.WAITING { color: var(--stale); }
article.error { border-left-color: var(--held); }
article.warning { border-left-color: var(--stale); }
article.note { border-left-color: var(--line); }
article h4 { margin: 0; font-size: 1rem; }
@media (max-width: 40rem) { table.plain { display: table; } }
@media print {
  :root {
    color-scheme: light; --back: #fff; --card: #fff; --text: #000; --muted: #444; --line: #999; --link: #000;
    --good: #000; --stale: #000; --held: #000; --degraded: #000; --bar: #666; --reject: #000;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  article, figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; display: block; }
  svg rect { print-color-adjust: exact; }
}
`;

const policy =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
  `base-uri 'none'; form-action 'none'`;

/** The whole page around its content. */
export function reportPage(title: string, about: Html, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} – Lading</title>
        ${{ text: `<style>${style}</style>` }}
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
