import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The rows of the table under a heading, cell by cell, without its two head lines. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = text.split(`## ${heading}\n`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const codeIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? [])

test('what the document says is stored is what a migrated database has, to the column', async () => {
  const database = await openDatabase(':memory:')
  const tables = await database.introspection.getTables()
  await database.destroy()
  const stored = Object.fromEntries(
    tables
      .filter(({ name }) => !name.startsWith('kysely_'))
      .map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
  )
  const rows = rowsUnder('What is stored where, and for how long')
  const documented = Object.fromEntries(
    rows.map(([table, columns]) => [codeIn(table)[0], codeIn(columns).sort()]),
  )
  expect(documented).toEqual(stored)
  expect(rows.every(([, , why, until]) => why !== '' && until !== '')).toBe(true)
})

test('every requirement of the ASVS that is said to hold names a test that there is', () => {
  const rows = rowsUnder('OWASP ASVS 5.0')
  expect(rows.length).toBeGreaterThan(50)
  for (const [requirement = '', , file = '', words = ''] of rows) {
    expect(requirement).toMatch(/^\d{1,2}\.\d\.\d{1,2}$/)
    const path = join(root, file)
    expect(existsSync(path), `${requirement}: ${file}`).toBe(true)
    expect(readFileSync(path, 'utf8'), `${requirement}: ${file}`).toContain(words)
  }
})
