/** Aman's logo, as drawn in build/pictures; a test compares the two. */
export const mark = {
  viewBox: '0 0 32 32',
  house: 'M4 29V15.5C4 9.5 12 9 16 2.5C20 9 28 9.5 28 15.5V29Z',
  fold: 'M4.5 16.5L16 24.5L27.5 16.5',
} as const

/** The page has its own style sheet; the colours are those of the site. */
export const receiptStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf6ef, #0d1b20);
  --sheet: light-dark(#fffdf9, #13262c);
  --ink: light-dark(#12303a, #edf1ea);
  --soft: light-dark(#46626b, #a9bcbd);
  --line: light-dark(#ded4c3, #2b424a);
  --accent: light-dark(#0b6178, #7fcbe0);
  --serif: Charter, "Bitstream Charter", Cambria, "Noto Serif", Georgia, serif;
  --text: 1.0625rem/1.5 system-ui, sans-serif;
  --title: 2rem/1.1 var(--serif);
  --small: 0.875rem;
  --printed: 11pt;
}
/* Arabic letters are smaller at the same size and reach further down, and the serifs have none. */
:root:lang(ar) {
  --text: 1.125rem/1.7 system-ui, sans-serif;
  --title: 700 1.75rem/1.6 system-ui, sans-serif;
  --small: 1rem;
  --printed: 12pt;
}
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--paper);
  color: var(--ink);
  font: var(--text);
  padding: clamp(1rem, 4vi, 4rem) 1rem;
}
main {
  max-inline-size: 46rem;
  margin-inline: auto;
  padding: clamp(1.25rem, 5vi, 3.5rem);
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 1rem;
}
header {
  display: flex;
  flex-wrap: wrap;
  gap: 1rem 2rem;
  align-items: flex-start;
  justify-content: space-between;
}
.brand {
  display: flex;
  gap: 0.625rem;
  align-items: center;
  font: 1.5rem/1 var(--serif);
}
.house { fill: var(--accent); }
.fold { fill: none; stroke: var(--sheet); stroke-width: 2.5; }
.title { text-align: end; }
h1 {
  font: var(--title);
  text-wrap: balance;
}
header + h1 { margin-block: 2rem 1rem; }
.number { color: var(--soft); white-space: nowrap; }
.number, td { font-variant-numeric: tabular-nums; }
.facts {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 1.25rem 2rem;
  margin-block: 2.5rem;
}
dt { color: var(--soft); font-size: var(--small); }
dd { overflow-wrap: anywhere; }
table { inline-size: 100%; border-collapse: collapse; }
th, td { padding: 0.75rem 0; text-align: end; font-weight: 400; }
th + th, td { padding-inline-start: 1.25rem; white-space: nowrap; }
th:first-child { inline-size: 100%; text-align: start; }
thead th { color: var(--soft); font-size: var(--small); }
tbody tr { border-block: 1px solid var(--line); }
tfoot th, tfoot td { padding-block-start: 1.25rem; font-size: 1.375rem; font-weight: 600; }
.note { color: var(--soft); font-size: var(--small); }
.note a { color: var(--accent); }
ul.note { padding-inline-start: 1.25rem; }
table + .note { margin-block-start: 3rem; color: var(--ink); font-size: 1rem; }
@media (width < 36rem) {
  .title { text-align: start; }
  .facts { grid-template-columns: 1fr; }
  table, tbody, tfoot { display: block; }
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { display: block; padding-block: 0.5rem; }
  tfoot tr { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; }
  tfoot th:first-child { inline-size: auto; }
  tfoot td { padding-inline-start: 0; overflow-wrap: anywhere; white-space: normal; }
  tbody th { display: block; padding-block: 0.25rem; font-weight: 600; }
  tbody td { display: flex; justify-content: space-between; padding: 0.25rem 0; }
  tbody td::before { content: attr(data-name); color: var(--soft); }
}
@media print {
  :root { color-scheme: light; --sheet: #fff; --ink: #000; --soft: #444; --line: #999; --accent: #000; }
  body { padding: 0; background: #fff; font-size: var(--printed); }
  :root:lang(ar) { --small: 10.5pt; }
  main { max-inline-size: none; padding: 0; border: 0; }
  .house { print-color-adjust: exact; }
  @page { margin: 20mm; }
}
`
