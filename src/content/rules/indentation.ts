import type { Finding } from './finding.ts'

interface Line {
  readonly number: number
  /** The column of its dash or name. */
  readonly column: number
  /** The column of the name after a dash. */
  readonly inner: number | undefined
  readonly opensGroup: boolean
}

/** Finds the first line whose indentation differs from its neighbours'. */
export function findIndentation(source: readonly string[]): Omit<Finding, 'field'> | undefined {
  const open: number[] = [0]
  let mayGoDeeper = false
  for (const { number, column, inner, opensGroup } of linesOf(source)) {
    let left: number | undefined
    while ((open.at(-1) ?? 0) > column) left = open.pop()
    const current = open.at(-1) ?? 0
    if (current < column) {
      if (left !== undefined || !mayGoDeeper) return fault(number, column, left ?? current)
      open.push(column)
    }
    if (inner !== undefined) open.push(inner)
    mayGoDeeper = opensGroup
  }
  return undefined
}

function fault(line: number, column: number, neighbour: number) {
  return {
    line,
    problem: `is set in by ${spaces(column)}, its neighbours by ${neighbour}`,
    expected: `${spaces(neighbour)} before it, or as many as the group has that it belongs to`,
  }
}

function spaces(count: number): string {
  return `${count} ${count === 1 ? 'space' : 'spaces'}`
}

function linesOf(source: readonly string[]): Line[] {
  return source.flatMap((text, index) => {
    if (/^\s*(?:#.*)?$/.test(text)) return []
    const [, before = '', dash = ''] = /^( *)(- +)?/.exec(text) ?? []
    const column = before.length
    const inner = dash === '' ? undefined : column + dash.length
    const opensGroup = /:\s*(?:#.*)?$/.test(text)
    return [{ number: index + 1, column, inner, opensGroup }]
  })
}
