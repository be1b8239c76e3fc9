/** Excel reads a file as UTF-8 only with it. */
export const byteOrderMark = '\uFEFF'

/**
 * Spreadsheets may take these for the beginning of a formula: its sign, which some read in full
 * width and small form too, also after characters that are not shown; and a tab or line end.
 */
const formula = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫\u2212]|[\t\v\f\r\n])/u

/** Marks a text that a spreadsheet shows as it is. */
const textMark = "'"

/**
 * One line of a CSV file (RFC 4180). A spreadsheet runs no cell as a formula: what begins like one gets
 * an apostrophe, as OWASP advises, and `withoutTextMark` takes it away again.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = formula.test(text) ? textMark + text : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell that `csvLine` may have written. */
export function withoutTextMark(text: string): string {
  return text.startsWith(textMark) && formula.test(text.slice(1)) ? text.slice(1) : text
}
