import { type ImportedRow, importedRow, repeatedRow } from '../../../contract/users/import-users.ts'
import { HttpError } from '../../core/http-error.ts'
import { parseInput } from '../../http/parse-input.ts'
import { keysOf } from './judge-row.ts'

/** A row, or why it is none. */
export type ParsedRow =
  | { readonly line: number; readonly row: ImportedRow; readonly keys: readonly string[] }
  | {
      readonly line: number
      readonly keys: readonly string[]
      readonly outcome: 'conflict' | 'invalid'
      readonly fault: HttpError
    }

/** Parses each row separately; of rows that share a name or an address only the first one counts. */
export function parseRows(rows: readonly { readonly line: number }[]): readonly ParsedRow[] {
  const lines = new Map<string, number>()
  return rows.map((given) => {
    const parsed = parseRow(given)
    const earlier = parsed.keys.map((key) => lines.get(key)).find((line) => line !== undefined)
    for (const key of parsed.keys) lines.set(key, lines.get(key) ?? parsed.line)
    if (earlier === undefined) return parsed
    const { line, keys } = parsed
    const fault = new HttpError(repeatedRow, { line: earlier })
    return { line, keys, outcome: 'conflict', fault }
  })
}

function parseRow(given: { readonly line: number }): ParsedRow {
  const { line } = given
  try {
    const row = parseInput(importedRow, given)
    return { line, row, keys: keysOf(row) }
  } catch (fault) {
    if (!(fault instanceof HttpError)) throw fault
    return { line, keys: [], outcome: 'invalid', fault }
  }
}
