import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const sources = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith('server/database/migrations/'))
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Each file with each different match of the pattern, or with its first group. */
function found(pattern: RegExp): string[] {
  return sources.flatMap(({ file, text }) => {
    const words = [...text.matchAll(pattern)].map(([all, part = all]) => part.replaceAll(/\s/g, ''))
    return [...new Set(words)].map((each) => `${file}: ${each}`)
  })
}

test('users are written by few files, each for one purpose', { tags: ['A1160'] }, () => {
  expect(sources.length).toBeGreaterThan(100)
  const builders =
    /\b((?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]users\b)/g
  expect(found(builders)).toEqual([
    // What nothing follows from, by its type.
    "server/database/note-user.ts: updateTable('users",
    // What follows from a change.
    "server/users/change/change-user.ts: updateTable('users",
    // The beginning of one.
    "server/users/change/create-user.ts: insertInto('users",
    // The end of a user.
    "server/users/removed-users.ts: updateTable('users",
    "server/users/removed-users.ts: deleteFrom('users",
  ])
  expect(found(/\b(?:insert\s+into|update|delete\s+from)\s+"?users\b/gi)).toEqual([])
})

test('sessions begin, end and are used in one file', { tags: ['A1160'] }, () => {
  const builders =
    /\b((?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]sessions\b)/g
  expect(found(builders)).toEqual(
    ['insertInto', 'updateTable', 'deleteFrom'].map(
      (write) => `server/sign-in/sessions/sessions.ts: ${write}('sessions`,
    ),
  )
  expect(found(/\b(?:insert\s+into|update|delete\s+from)\s+"?sessions\b/gi)).toEqual([])
  // By a name in a list of tables, as `removed-users.ts` deletes much.
  expect(found(/(?<!\w\(\s*)'sessions'/g)).toEqual([
    // Into an empty database.
    "server/database/opening/copy-database.ts: 'sessions'",
    // Housekeeping.
    "server/sign-in/sessions/sessions.ts: 'sessions'",
  ])
})
