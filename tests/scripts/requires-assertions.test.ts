import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run } from '../../scripts/run-command.ts'

const empty = `import { test } from 'vitest'
test('compares nothing', () => { Math.max(1, 2) })`

test('a test without an assertion fails', { tags: ['A1102'] }, async () => {
  // Where the project's own configuration finds it.
  const folder = await mkdtemp(join(root, 'tests/scripts/.empty-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  const file = join(folder, 'empty.test.ts')
  await writeFile(file, empty)
  const { exitCode, output } = await run('vitest', ['run', '--project', 'node', file])
  expect(exitCode).toBe(1)
  expect(output).toContain('expected any number of assertion, but got none')
})
