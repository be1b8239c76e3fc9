import { expect, test } from 'vitest'
import { StatementNames } from '../../../server/database/drivers/prepare.ts'

/** The name of a text when it comes for the sixth time. */
function nameOf(names: StatementNames, text: string): string | undefined {
  for (let time = 0; time < 5; time += 1) names.nameOf(text)
  return names.nameOf(text)
}

test('a statement that comes often has a name of its own, which it keeps', () => {
  const names = new StatementNames()
  const [one, other] = ['select id from users limit 51', 'select id from users limit 11']
  expect(names.nameOf(one)).toBeUndefined()
  const name = nameOf(names, one)
  expect(name).toMatch(/./)
  expect(nameOf(names, other)).not.toBe(name)
  expect(names.nameOf(one)).toBe(name)
})

test('searches, all columns of a table and very long statements have no names', () => {
  const names = new StatementNames()
  const texts = [
    'select id from users where search_text like $1 limit 24',
    'select * from users',
    'select "users".* from "users"',
    'delete from flags where user_id = $1 returning *',
    `insert into "mails" values ${'($1, $2), '.repeat(1000)}`,
  ]
  for (const text of texts) expect(nameOf(names, text), text.slice(0, 60)).toBeUndefined()
  expect(nameOf(names, 'select count(*) as count from users')).toBeDefined()
})

test('a connection keeps at most a hundred of them, whatever lists are asked for', () => {
  const names = new StatementNames()
  const named = Array.from({ length: 300 }, (_, limit) =>
    nameOf(names, `select id from users limit ${limit}`),
  )
  expect(new Set(named.filter((name) => name !== undefined)).size).toBe(100)
})
