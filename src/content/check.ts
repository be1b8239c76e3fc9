import type { z } from 'astro/zod'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { expectation, fieldName, pathsOf, problemOf } from './explain.ts'

/** One thing that is wrong with a content file, in words for whoever edits it. */
interface Finding {
  readonly line: number
  readonly field: string
  readonly problem: string
  readonly expected: string
}

/** Stops the build. Its message is one block: file, field, what is wrong, what is expected. */
class ContentError extends Error {
  override name = 'ContentError'

  constructor(file: string, findings: readonly Finding[]) {
    const blocks = findings.map(
      ({ line, field, problem, expected }) =>
        `  ${field} (line ${line})\n    is wrong: ${problem}\n    expected: ${expected}`,
    )
    super(`${file} needs a correction\n\n${blocks.join('\n\n')}\n`)
    // Where in the program it was noticed helps nobody who edits text: Astro prints no empty trace.
    this.stack = ''
  }
}

/**
 * Reads a content file.
 * @throws ContentError with every problem, each with its line
 */
export function checkContent<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): z.output<Schema> {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken !== undefined) {
    const expected = 'a name, a colon and a text in "quotes", set in as far as its neighbours'
    const { line } = lines.linePos(broken.pos[0])
    throw new ContentError(file, [
      { line, field: 'punctuation', problem: broken.message, expected },
    ])
  }
  const parsed = schema.safeParse(document.toJS(), { reportInput: true })
  if (parsed.success) return parsed.data
  const findings = parsed.error.issues.flatMap((issue) =>
    pathsOf(issue).map((path) => ({
      line: lineOf(document, lines, path),
      field: fieldName(path),
      problem: problemOf(issue),
      expected: expectation(schema, path),
    })),
  )
  throw new ContentError(file, findings)
}

/** The line of a field; of what it should be in where it is missing. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
