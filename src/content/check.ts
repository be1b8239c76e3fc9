import type { z } from 'astro/zod'
import { type Document, isNode, LineCounter, parseDocument, visit } from 'yaml'
import { expectation, fieldName, fieldsOf, pathsOf, problemOf } from './explain.ts'
import { ContentError, type Finding } from './rules/finding.ts'
import { refuseLostLetters } from './rules/lost-letters.ts'
import { explainPunctuation, findStrayQuote } from './rules/punctuation.ts'

/**
 * Reads a content file.
 * @param source undefined if the file is missing
 * @throws ContentError with all problems and their lines
 */
export function checkContent<Schema extends z.ZodType>(
  file: string,
  source: string | undefined,
  schema: Schema,
): z.output<Schema> {
  if (source === undefined) throw wholeFile(file, 'is missing', schema)
  refuseLostLetters(file, source)
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  const data = dataOf(document)
  if (data === unreadable) {
    throw new ContentError(file, [explainPunctuation(source, document.errors)])
  }
  if (data === null) throw wholeFile(file, 'is empty', schema)
  if (typeof data !== 'object') throw wholeFile(file, 'holds no names of fields', schema)
  const stray = strayQuotes(document, lines)
  if (stray.length > 0) throw new ContentError(file, stray)
  const parsed = schema.safeParse(data, { reportInput: true })
  if (parsed.success) return parsed.data
  const findings = parsed.error.issues.flatMap((issue) =>
    pathsOf(issue).map((path) => ({
      line: lineOf(document, lines, path),
      field: fieldName(path),
      problem: problemOf(issue),
      expected: expectation(schema, path, data),
    })),
  )
  throw new ContentError(file, findings)
}

const unreadable = Symbol('unreadable')

function dataOf(document: Document.Parsed): unknown {
  if (document.errors.length > 0 || document.warnings.length > 0) return unreadable
  try {
    return document.toJS()
  } catch {
    // To the parser, text that begins with an asterisk is an alias.
    return unreadable
  }
}

function wholeFile(file: string, problem: string, schema: z.ZodType): ContentError {
  const expected = `the fields ${fieldsOf(schema).join(', ')}; take back the last change of the file`
  return new ContentError(file, [{ line: 1, field: 'the file', problem, expected }])
}

/** Quotes that were meant to enclose a text, but that the parser reads as part of it. */
function strayQuotes(document: Document, lines: LineCounter): Finding[] {
  const found: Finding[] = []
  visit(document, {
    Scalar(key, { type, value, range }) {
      if (key === 'key' || type !== 'PLAIN' || typeof value !== 'string') return
      const fault = findStrayQuote(value)
      if (fault === undefined) return
      const { line } = lines.linePos(range?.[0] ?? 0)
      found.push({ line, field: 'punctuation', ...fault })
    },
  })
  return found
}

/** The line of a field in a file that can be read, or of its parent if the field is missing. */
export function lineOfField(source: string, path: readonly PropertyKey[]): number {
  const lines = new LineCounter()
  return lineOf(parseDocument(source, { lineCounter: lines }), lines, path)
}

/** The line of a field, or of its parent if the field is missing. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
