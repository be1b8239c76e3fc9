import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { watchFiles } from '../../scripts/dev/watch-files.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('npm run dev sees every save: in place, by rename again and again, a new file, a removal', {
  tags: ['A271'],
}, async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'server/main.ts')
  mkdirSync(join(folder.path, 'server'))
  writeFileSync(path, 'one')
  const onChange = vi.fn()
  const stop = watchFiles(folder.path, ['server/**/*.ts'], onChange, 10)
  const saves = [
    () => writeFileSync(path, 'in place'),
    ...['first', 'second', 'third'].map((text) => () => {
      writeFileSync(`${path}~`, text)
      renameSync(`${path}~`, path)
    }),
    () => writeFileSync(join(folder.path, 'server/new.ts'), ''),
    () => rmSync(join(folder.path, 'server/new.ts')),
  ]
  for (const [index, save] of saves.entries()) {
    save()
    await expect.poll(() => onChange.mock.calls.length).toBe(index + 1)
  }
  stop()
})

test('the end of npm ends npm run dev with all that it has started', {
  tags: ['A273'],
}, async () => {
  await using folder = await temporaryFolder()
  const shell = spawn('sh', ['-c', 'node scripts/dev.ts; true'], {
    env: {
      ...process.env,
      DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
      npm_lifecycle_event: 'dev',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let last = ''
  for await (const line of createInterface({ input: shell.stdout })) {
    last = line
    if (line.startsWith('site')) shell.kill('SIGTERM')
  }
  // The pipe closes when the last process that holds it has ended.
  expect(last).not.toBe('')
})
