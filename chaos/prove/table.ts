import type { Engine, Result } from './attack.ts'

export interface Row extends Result {
  readonly engine: Engine
}

const head = ['', 'fault', 'database', 'tried', 'expected', 'seen'] as const

/** @returns the rows as a Markdown table, aligned for a terminal too */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.holds ? 'holds' : 'FAILS',
    row.fault,
    row.engine,
    String(row.tried),
    row.expected,
    row.seen,
  ])
  const escaped = [[...head], ...cells].map((line) =>
    line.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')),
  )
  const widths = head.map((_, column) =>
    Math.max(3, ...escaped.map((line) => line[column]?.length ?? 0)),
  )
  const [heading = '', ...lines] = escaped.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [heading, rule, ...lines].join('\n')
}
