import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { can, type Permission, roles } from '../../../contract/core/permissions.ts'
import { bindCalls } from '../../../server/calls.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { createTestServer } from '../../support/server/server.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const text = read('docs/security.md')

/** The text under a heading, up to the next heading. */
function sectionUnder(heading: string): string {
  const [, section = ''] = text.split(`# ${heading}\n`)
  return section.split(/\n#+ /)[0] ?? ''
}

/** The rows of the table under a heading, cell by cell, without its two header lines. */
function rowsUnder(heading: string): string[][] {
  const lines = sectionUnder(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const codeIn = (cell = '') => [...cell.matchAll(/`([\w:-]+)`/g)].flatMap(([, name]) => name ?? [])

test('the document lists exactly the tables and columns of a migrated database, with their class', async () => {
  const database = await openDatabase(':memory:')
  const tables = await database.introspection.getTables()
  await database.destroy()
  const stored = Object.fromEntries(
    tables
      // Kysely and FTS5 have tables of their own.
      .filter(({ name }) => !/^kysely_|_search_(?:config|data|docsize|idx)$/.test(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
  )
  const rows = rowsUnder('What is stored where, and for how long')
  const documented = Object.fromEntries(
    rows.map(([table, , columns]) => [codeIn(table)[0], codeIn(columns).sort()]),
  )
  expect(documented).toEqual(stored)
  expect(rows.every(([, , , why, until]) => why !== '' && until !== '')).toBe(true)
  const classes = new Set(rows.flatMap(([, kind = '']) => kind.split(', ')))
  const explained = [
    ...sectionUnder('What is stored where, and for how long').matchAll(/^- \*\*(\w+)\*\*/gm),
  ]
  expect([...classes].sort()).toEqual(explained.map(([, kind]) => kind).sort())
})

test('the documented permissions are those of the server', async () => {
  await using server = await createTestServer()
  const asked = bindCalls(server.services).flatMap(({ endpoint: { access } }) =>
    access === 'public' || isForGateways(access) || access === 'signed-in' ? [] : access,
  )
  const permitted = (permission: Permission) =>
    roles.map((role) => (can(role, permission) ? 'x' : ''))
  const documented = rowsUnder('Who may do what').map(([permission, ...cells]) => [
    codeIn(permission)[0],
    ...cells.slice(0, roles.length),
  ])
  const expected = [...new Set(asked)].map((permission) => [permission, ...permitted(permission)])
  expect(documented.toSorted()).toEqual(expected.toSorted())
})

const proofs = rowsUnder('What holds')

test.each(proofs)(
  'ASVS %s, of level %s: %s is proven in %s',
  (_number, _level, _what, file, words) => {
    expect(words).not.toBe('')
    expect(read(file ?? '')).toContain(words)
  },
)
