import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { freePort } from '../../support/server/free-port.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../../..')
const probe = `--import=${pathToFileURL(join(root, 'tests/support/mail/report-prototype.ts'))}`
const closed = '{"isOpen":false}'
const commands = globSync('server/cli/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('/command.ts'))
  .sort()
const threads = globSync('server/**/*-worker.ts', { cwd: root }).sort()

test('nothing can be added in the server to what all objects inherit', async () => {
  await using folder = await temporaryFolder()
  const environment = { DATABASE_URL: `file:${join(folder.path, 'aman.db')}` }
  const server = await startServerProcess({ ...environment, NODE_OPTIONS: probe })
  expect(server.url).toBeDefined()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output().stderr).toBe(closed)
})

test('nothing can be added in a command to what all objects inherit', async () => {
  await using folder = await temporaryFolder()
  const env = {
    ...process.env,
    DATABASE_URL: `file:${join(folder.path, 'missing.db')}`,
    // Finds no other server, also while a demo runs.
    PORT: String(await freePort()),
  }
  const run = promisify(execFile)(process.execPath, [probe, 'server/cli/backup.ts'], {
    cwd: root,
    env,
  })
  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining(closed) })
})

test.each(threads)(
  'nothing can be added in the thread %s to what all objects inherit',
  async (file) => {
    const thread = new Worker(join(root, file), { execArgv: [probe] })
    thread.postMessage({ id: 1, password: 'a long and calm river', known: [] })
    const [said] = await once(thread, 'message')
    await thread.terminate()
    expect(said).toEqual({ isOpen: false })
  },
)

test('this comes before all other code of the server', () => {
  const starts = ['server/main.ts', 'server/cli/aman/aman.ts', ...commands, ...threads]
  expect(starts.length).toBeGreaterThan(7)
  for (const file of starts) {
    const path = relative(join(root, file, '..'), join(root, 'server/core/closed-prototype.ts'))
    const name = path.startsWith('.') ? path : `./${path}`
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(new RegExp(`^import '${name}'\n`))
  }
})
