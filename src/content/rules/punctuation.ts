import type { YAMLError } from 'yaml'
import type { Finding } from './finding.ts'

type Fault = Omit<Finding, 'line' | 'field'>

/** Quotes, straight and typographic as word processors insert them. */
const typographic = /["'\u00ab\u00bb\u2018-\u201f\u2039\u203a]/u
const curly = '[\u00ab\u00bb\u2018-\u201f\u2039\u203a]'
const straight = 'the whole text between two straight quotes: "text"'

/** The parts of a line, except comments: dashes, a name with its colon, and a text in quotes. */
const lineParts = /^( *)((?:- +)*)(?:([\w-]+)(:?)( *))?(.*)$/

/**
 * Explains a file that cannot be parsed. Does not use the messages of the YAML parser, which notices
 * many errors only some lines later.
 */
export function explainPunctuation(source: string, errors: readonly YAMLError[]): Finding {
  const lines = source.split('\n')
  const doubled = errors.find(({ code }) => code === 'DUPLICATE_KEY')
  const found = findInLines(lines) ?? findIndentation(lines)
  const faultLine = (position: number) => source.slice(0, position).split('\n').length
  if (found === undefined && doubled !== undefined) {
    const line = faultLine(doubled.pos[0])
    return { line, field: 'punctuation', ...doubledName(lines[line - 1] ?? '') }
  }
  if (found !== undefined) return { field: 'punctuation', ...found }
  return {
    line: faultLine(errors[0]?.pos[0] ?? 0),
    field: 'punctuation',
    problem: 'cannot be read from here on',
    expected: 'a name, a colon and a text in "quotes", as in the lines around it',
  }
}

/** Finds a quote in a text that is not enclosed in quotes, which the parser accepts as it is. */
export function findStrayQuote(value: string): Fault | undefined {
  const [first = '', last = ''] = [value.at(0), value.at(-1)]
  if (new RegExp(`^${curly}`, 'u').test(first)) return curlyFault(first)
  if (last === '"') return { problem: 'has no quote at its beginning', expected: straight }
  if (typographic.test(last) && typographic.test(first)) return curlyFault(last)
  return undefined
}

function curlyFault(quote: string): Fault {
  return { problem: `has the quote ${quote} of a word processor around it`, expected: straight }
}

function doubledName(line: string): Fault {
  const name = lineParts.exec(line)?.[3] ?? ''
  return {
    problem: `the name ${name} stands twice in one entry`,
    expected: 'each name once; the first line of an entry of a list begins with a dash',
  }
}

function findInLines(lines: readonly string[]): (Fault & { line: number }) | undefined {
  for (const [index, line] of lines.entries()) {
    const fault = faultOfLine(line.replace(/\r$/, ''))
    if (fault !== undefined) return { line: index + 1, ...fault }
  }
  return undefined
}

function faultOfLine(line: string): Fault | undefined {
  if (/^\s*(?:#.*)?$/.test(line)) return undefined
  if (/^(?:<{7}|={7}|>{7})/.test(line)) {
    return {
      problem: 'holds the mark of two edits that clash',
      expected: 'one of the two texts, without the lines of marks',
    }
  }
  if (/^ *\t/.test(line)) {
    return { problem: 'is set in with a tab', expected: 'spaces, as many as its neighbours have' }
  }
  if (/^ *-[^\s-]/.test(line)) {
    return {
      problem: 'has no space after the dash',
      expected: 'a dash and a space: - name: "text"',
    }
  }
  const [, , dash = '', name, colon = '', space = '', rest = ''] = lineParts.exec(line) ?? []
  if (name === undefined) return dash === '' ? undefined : faultOfText(rest)
  if (colon === '') {
    if (dash !== '' && !/^["']/.test(rest)) return undefined
    return { problem: `has no colon after ${name}`, expected: `${name}: "text"` }
  }
  if (space === '' && rest !== '') {
    return { problem: 'has no space after the colon', expected: `${name}: "text"` }
  }
  return faultOfText(rest)
}

function faultOfText(text: string): Fault | undefined {
  if (text.startsWith('"')) return faultOfQuoted(text)
  if (/^[*&!|>@`%{}[\],?]/.test(text)) {
    return { problem: `begins with ${text[0]}, without quotes`, expected: straight }
  }
  if (/: /.test(text) && !text.startsWith("'")) {
    return { problem: 'has a colon in a text without quotes', expected: straight }
  }
  return findStrayQuote(text.trimEnd())
}

function faultOfQuoted(text: string): Fault | undefined {
  const escaped = /^"(?:[^"\\]|\\["\\/abefnrtv0 ]|\\[xuU][\da-fA-F]{2,8})*\\(.)/.exec(text)?.[1]
  if (escaped !== undefined && !/["\\/abefnrtv0 xuU]/.test(escaped)) {
    return { problem: `has \\${escaped} in it`, expected: 'a backslash only in \\" and \\n' }
  }
  const rest = /^"(?:[^"\\]|\\.)*"(.*)$/.exec(text)?.[1]
  if (rest === undefined) {
    return { problem: 'has no straight quote at its end', expected: straight }
  }
  if (/^\s*(?:\s#.*)?$/.test(rest)) return undefined
  return {
    problem: 'has a quote inside the text, or words after the last quote',
    expected: 'a quote inside a text is written \\"',
  }
}

interface Line {
  readonly number: number
  /** The column of its dash or name. */
  readonly column: number
  /** The column of the name after a dash. */
  readonly inner: number | undefined
  readonly opensGroup: boolean
}

/** Finds the first line whose indentation differs from its neighbours'. */
function findIndentation(source: readonly string[]): Omit<Finding, 'field'> | undefined {
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
