import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run } from '../../scripts/run-command.ts'

test('what only a test uses is found as dead code', { tags: ['A1106'] }, async () => {
  const name = `dead-${crypto.randomUUID()}`
  const [dead, its] = [`scripts/supply-chain/${name}.ts`, `tests/support/${name}.ts`]
  await using made = new AsyncDisposableStack()
  for (const file of [dead, its]) made.defer(() => rm(join(root, file), { force: true }))
  await writeFile(join(root, dead), 'export const dead = 1\n')
  await writeFile(join(root, its), `import '../../${dead}'\n`)
  const settings = ['--no-progress', '--production', '--config', 'knip.production.json']
  const { exitCode, output } = await run('knip', settings)
  expect({ exitCode, names: output.includes(dead) }).toEqual({ exitCode: 1, names: true })
})
