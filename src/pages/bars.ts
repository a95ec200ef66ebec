import { html, type Html } from "./html.js";

/** A small picture of how it went: a bar each, as high as its rows, rejected rows on top, and a mark below the line. */

export interface Bar {
  readonly rows: number;
  readonly rejected: number;
  /** One sign below the bar; empty for nothing. */
  readonly mark: string;
}

const height = 96;
const barWidth = 12;
const step = 16;

/**
 * @param id of the title in the page
 * @param title what the picture shows, in words, for those who do not see it
 * @param most room for so many bars; the last stand to the right
 */
export function barsPicture(id: string, title: string, bars: readonly Bar[], most: number): Html {
  const highest = Math.max(1, ...bars.map((bar) => bar.rows));
  const width = most * step;
  return html`<svg role="img" aria-labelledby="${id}" viewBox="0 0 ${width} ${height + 14}">
    <title id="${id}">${title}</title>
    <line class="axis" x1="0" x2="${width}" y1="${height}" y2="${height}" />
    ${bars.slice(-most).map((bar, index, shown) => picture(bar, (most - shown.length + index) * step, highest))}
  </svg>`;
}

function picture({ rows, rejected, mark }: Bar, x: number, highest: number): Html {
  const high = (count: number) => Math.round((count / highest) * (height - 4));
  const all = Math.max(rows > 0 ? 2 : 1, high(rows));
  const top = rejected > 0 ? Math.max(2, high(rejected)) : 0;
  return html`<g>
    <rect class="rows" x="${x}" width="${barWidth}" y="${height - all}" height="${all}" />
    <rect class="rejected" x="${x}" width="${barWidth}" y="${height - all}" height="${top}" />
    <text x="${x + barWidth / 2}" y="${height + 11}">${mark}</text>
  </g>`;
}
