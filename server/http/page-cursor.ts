import { hash } from 'node:crypto'
import * as v from 'valibot'
import { givenText } from '../../contract/core/basic.ts'
import { limits } from '../../contract/core/limits.ts'
import { invalidField } from '../core/http-error.ts'
import type { Position, SortColumn } from '../database/keyset.ts'

/**
 * A place in one list, sorted and filtered in one way, as text that nothing has to be read from.
 * @param list says the list with its sort and filters
 */
export function writeCursor(list: unknown, { sort_key, id }: Position): string {
  return Buffer.from(JSON.stringify([digestOf(list), sort_key, id])).toString('base64url')
}

/** @throws HttpError 422 for the cursor of another list, sort or filter, and for any other text */
export function readCursor(list: unknown, cursor: string, { type }: SortColumn): Position {
  const key = type === 'text' ? givenText(limits.cursor) : v.pipe(v.number(), v.safeInteger())
  const content = v.strictTuple([v.literal(digestOf(list)), key, givenText(limits.id)])
  const parsed = v.safeParse(content, parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) throw invalidField('cursor', 'other_list', {})
  const [, sort_key, id] = parsed.output
  return { sort_key, id }
}

function digestOf(list: unknown): string {
  return hash('sha256', JSON.stringify(list), 'base64url').slice(0, 11)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
