import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { packagePath } from "../../system/package-paths.js";
import { html, type Html } from "./html.js";

/**
 * This module creates pages that can be opened from disk. The pages contain no scripts and load nothing, and their
 * content security policy allows only the embedded style sheet. The build copies the style sheet to `dist`.
 */

const folder = import.meta.url.endsWith(".ts") ? "src" : "dist";
const style = readFileSync(packagePath(`${folder}/console/reports/style.css`), "utf8");
const styleElement: Html = { text: `<style>${style}</style>` };

const styleHash = createHash("sha256").update(style).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

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
