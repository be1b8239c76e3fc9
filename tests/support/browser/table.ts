/**
 * A Markdown table that is aligned for a terminal, too.
 * @param rows the heads first
 * @param figuresFrom the first column that is aligned to the right
 */
export function table(rows: readonly (readonly string[])[], figuresFrom = 1): string {
  const cells = rows.map((row) =>
    row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')),
  )
  const [heads = [], ...lines] = cells
  const widths = heads.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const rule = widths.map((width, column) =>
    column < figuresFrom ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  const print = (row: readonly string[]) => {
    const padded = row.map((cell, column) =>
      column < figuresFrom ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    return `| ${padded.join(' | ')} |`
  }
  return [heads, rule, ...lines].map(print).join('\n')
}
