import { expect, test } from 'vitest'
import { type Guarded, otherWrites } from '../../tools/scripts/rooms/find-writes.ts'

const users: Guarded = {
  table: 'users',
  writes: ['server/users/change-user.ts: updateTable'],
  instead: 'changeUser',
}
const sessions: Guarded = {
  table: 'sessions',
  writes: ['server/sign-in/sessions.ts: deleteFrom'],
  lists: ['server/database/copy.ts'],
  instead: 'endSessions',
}
const files = {
  'server/users/change-user.ts': "database\n  .updateTable('users').set(after)",
  'server/users/list-users.ts': "database.selectFrom('users').selectAll()",
  'server/database/search.ts': "type Searched = 'users' | 'organizations'",
  'server/sign-in/sessions.ts': "database.deleteFrom('sessions')",
  'server/sign-in/list-sessions.ts':
    "database.selectFrom('sessions').innerJoin('users', 'id', 'user_id')",
  'server/database/copy.ts': "const tables = ['users', 'sessions']",
  'server/database/migrations/0001.ts': "updateTable('users')",
}
const inServer = (text: string, path = 'server/team/leave.ts') => {
  const changed = new Map(Object.entries({ ...files, [path]: text }))
  return [users, sessions].flatMap((guarded) => otherWrites(changed, guarded))
}

test('writes in their places, reads and migrations are no problem', () => {
  expect(inServer('')).toEqual([])
})

test.each([
  ["database.insertInto('users')", 'insertInto writes users: call changeUser instead'],
  ["database.updateTable(\n  'users as one')", 'updateTable writes users: call changeUser instead'],
  ['database.deleteFrom(`users`)', 'deleteFrom writes users: call changeUser instead'],
  ['sql`UPDATE "users" SET role`', 'UPDATE writes users: call changeUser instead'],
  ['sql`delete  from users`', 'delete from writes users: call changeUser instead'],
  ["database.deleteFrom('sessions')", 'deleteFrom writes sessions: call endSessions instead'],
  ['sql`insert into sessions`', 'insert into writes sessions: call endSessions instead'],
  ["for (const each of ['sessions'])", "'sessions' writes sessions: call endSessions instead"],
])('a write elsewhere is named: %s', (text, problem) => {
  expect(inServer(text)).toEqual([`server/team/leave.ts: ${problem}`])
})

test('another kind of write is named where one kind has its place', () => {
  const path = 'server/users/change-user.ts'
  const both = `${files[path]}; database.deleteFrom('users')`
  expect(inServer(both, path)).toEqual([
    `${path}: deleteFrom writes users: call changeUser instead`,
  ])
})

test('a place that no longer writes is named', () => {
  expect(inServer('', 'server/users/change-user.ts')).toEqual([
    'server/users/change-user.ts: updateTable is allowed to write users, and does not',
  ])
})
