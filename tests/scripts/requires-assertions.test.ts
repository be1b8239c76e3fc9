import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run } from '../../tools/scripts/run-command.ts'

const empty = `import { test } from 'vitest'
test('compares nothing', () => { Math.max(1, 2) })`

/** The project's own settings, for a folder beside its tests, where no other run finds the file. */
const config = `import project from '../../vitest.config.ts'
export default { test: { ...project.test, projects: undefined } }`

test('a test without an assertion fails', async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/assertions-'))
  await using _ = { [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }) }
  writeFileSync(join(folder, 'empty.test.ts'), empty)
  writeFileSync(join(folder, 'vitest.config.ts'), config)
  const { exitCode, output } = await run('vitest', ['run', '--root', folder])
  expect(exitCode).toBe(1)
  expect(output).toContain('expected any number of assertion, but got none')
})
