import { expect, test } from 'vitest'
import { run } from '../../tools/scripts/run-command.ts'

/** `project file` for each file of a suite. */
async function filesOf(suite: Record<string, string>): Promise<string[]> {
  const { exitCode, output } = await run('vitest', ['list', '--filesOnly'], { environment: suite })
  expect(exitCode, output).toBe(0)
  return output
    .split('\n')
    .flatMap((line) => {
      const [, project, file = ''] = /^\[(\w+)\] (\S+)/.exec(line) ?? []
      return project === undefined ? [] : [`${project} ${file}`]
    })
    .toSorted()
}

test('`npm test` runs each file once, and on PostgreSQL what depends on the engine', async () => {
  const [whole, once] = await Promise.all([
    filesOf({ TEST_SUITE: 'all' }),
    filesOf({ TEST_SUITE: 'once' }),
  ])
  const notPostgres = (files: readonly string[]) =>
    files.filter((file) => !file.startsWith('postgres '))
  const ranInTheNight = notPostgres(whole).filter((file) => !once.includes(file))
  expect(ranInTheNight).toEqual(['node tests/bench/runs.test.ts'])
  expect(whole).toEqual(expect.arrayContaining(once))
  expect(once).toEqual(
    expect.arrayContaining([
      'postgres tests/postgres/server/dialect.test.ts',
      'postgres tests/postgres/server/several-servers-flags.test.ts',
      'postgres tests/lists/server/lists.test.ts',
      'postgres tests/users/server/import-users.test.ts',
      'postgres tests/database/server/earlier-schemas.test.ts',
    ]),
  )
  const onPostgres = (files: readonly string[]) => files.length - notPostgres(files).length
  expect(onPostgres(once)).toBeLessThan(onPostgres(whole) / 2)
})
