import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Table, tableBytes } from '../../../judge/learn/shift.ts'

/** Most places of a table are empty. */
export function packTable(table: Table): string {
  return Buffer.from(deflateRawSync(table, { level: 3 })).toString('base64')
}

/** @throws Error for a text that `packTable` has not made */
export function unpackTable(text: string): Table {
  const table = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: tableBytes })
  if (table.length !== tableBytes) throw new RangeError('A table has another length.')
  return table
}
