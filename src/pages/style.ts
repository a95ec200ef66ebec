/** The style of the pages that Lading makes for people: the status page and the reports. Contrasts are at least 4.5 to 1 in the light and in the dark. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #fbfaf7; --card: #ffffff; --text: #1d2125; --muted: #575e66; --line: #d9d6cf; --link: #0b4f9e;
  --good: #1b6b3a; --stale: #8a5200; --held: #a3231b; --degraded: #7b2596; --bar: #47698f; --reject: #c2410c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171a; --card: #1d2125; --text: #e8e6e1; --muted: #a9b0b7; --line: #3a4046; --link: #8ec1ff;
    --good: #71d394; --stale: #f5b955; --held: #ff9a8f; --degraded: #dba6f0; --bar: #7ea3cc; --reject: #ff8f5a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 64rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0.25rem 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.75rem; }
h3 { font-size: 1rem; margin: 0; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px;
}
button {
  font: inherit; font-weight: 600; padding: 0.5rem 0.9rem; color: var(--card); background: var(--link); border: 1px solid var(--link);
  border-radius: 4px; cursor: pointer;
}
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0.75rem 0; }
.brand { margin: 0; font-weight: 600; letter-spacing: 0.04em; color: var(--muted); }
.muted { color: var(--muted); }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); }
th, td { text-align: left; padding: 0.6rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { font-size: 0.85rem; color: var(--muted); font-weight: 600; }
tbody th { font-weight: 600; overflow-wrap: break-word; }
time { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.health { font-weight: 600; white-space: nowrap; }
.health.good { color: var(--good); }
.health.stale, .health.pinned { color: var(--stale); }
.health.held, .health.rejected { color: var(--held); }
.health.degraded { color: var(--degraded); }
.health.unpublished { color: var(--muted); }
.reason { display: block; font-size: 0.9rem; color: var(--muted); }
article {
  background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--held);
  padding: 1rem; margin-bottom: 1rem;
}
article p { margin: 0.5rem 0; }
article ul { margin: 0.5rem 0; padding-left: 1.25rem; }
dl { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 0.25rem 0 0.75rem; }
dl div { display: flex; gap: 0.4rem; }
dt { color: var(--muted); }
dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9rem; overflow-wrap: anywhere; }
pre { margin: 0; padding: 0.6rem 0.75rem; background: var(--back); border: 1px solid var(--line); white-space: pre-wrap; }
figure { margin: 0; padding: 1rem; background: var(--card); border: 1px solid var(--line); }
figcaption { font-size: 0.9rem; margin-top: 0.5rem; }
svg { display: block; width: 100%; max-height: 9rem; }
svg .rows, .key.rows { fill: var(--bar); background: var(--bar); }
svg .rejected, .key.rejected { fill: var(--reject); background: var(--reject); }
svg .axis { stroke: var(--line); }
svg .mark { fill: var(--text); font-size: 9px; text-anchor: middle; }
.key { display: inline-block; width: 0.75rem; height: 0.75rem; }
details { margin-top: 0.75rem; }
summary { cursor: pointer; padding: 0.25rem 0; }
.scroll { overflow-x: auto; }
.runs th, .runs td, .tight th, .tight td { white-space: nowrap; }
@media (max-width: 40rem) {
  table:not(.runs) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table:not(.runs), table:not(.runs) tbody, table:not(.runs) tr, table:not(.runs) th, table:not(.runs) td { display: block; }
  table:not(.runs) { background: none; border: 0; }
  table:not(.runs) tr { background: var(--card); border: 1px solid var(--line); padding: 0.75rem; margin-bottom: 0.75rem; }
  table:not(.runs) th, table:not(.runs) td { border: 0; padding: 0.1rem 0; text-align: left; }
  table.tight td { display: inline-block; margin-right: 0.75rem; }
  table:not(.runs) td::before { content: attr(data-label) ": "; color: var(--muted); }
}
@media (forced-colors: active) { .key, svg rect { forced-color-adjust: none; } }
`;
