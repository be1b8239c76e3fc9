import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../../..')

function backUp(path: string, ...options: string[]) {
  const env = { ...process.env, DATABASE_URL: `file:${path}` }
  return run(process.execPath, ['server/cli/backup.ts', ...options], { cwd: repository, env })
}

test('a backup taken during writes is complete, and a server starts from it', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  const database = await openDatabase(path)
  const place = { database, clock: () => new Date() }
  const before = await makeUser(place)
  const token = await makeSession(place, before)
  const running = await startServerProcess({ DATABASE_URL: `file:${path}` })
  let goesOn = true
  let written = 0
  const writing = (async () => {
    for (; goesOn; written += 1) {
      await makeUser(place)
      await setImmediate()
    }
  })()
  const target = join(folder.path, 'backup.db')
  const { stdout } = await backUp(path, target)
  goesOn = false
  await writing
  expect(stdout).toMatch(/^Backed up \d{5,} bytes to /)
  expect(written).toBeGreaterThan(0)
  expect((await stat(target)).mode & 0o777).toBe(0o600)
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${running.url}/api/auth/me`, { headers })).status).toBe(200)
  await running.end('SIGTERM')
  await database.destroy()

  const restored = join(folder.path, 'restored', 'aman.db')
  await mkdir(join(folder.path, 'restored'))
  await copyFile(target, restored)
  const second = await startServerProcess({ DATABASE_URL: `file:${restored}` })
  const me = await fetch(`${second.url}/api/auth/me`, { headers })
  expect(await me.json()).toMatchObject({ username: before.username })
  expect((await fetch(`${second.url}/api/ready`)).status).toBe(200)
  expect(await second.end('SIGTERM')).toBe(0)
}, 30_000)

test('a backup overwrites nothing and leaves nothing behind when it fails', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  await (await openDatabase(path)).destroy()
  const taken = join(folder.path, 'taken')
  await writeFile(taken, 'precious')
  const cases: [string[], RegExp][] = [
    [[], /^Usage: npm run backup -- <file>\n$/],
    [[taken], /is there already; a backup overwrites nothing\n$/],
    [[join(folder.path, 'nowhere', 'backup.db')], /\nCannot write .*ENOENT/],
  ]
  for (const [options, words] of cases) {
    await expect(backUp(path, ...options)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(words),
    })
  }
  const missing = backUp(join(folder.path, 'none.db'), join(folder.path, 'backup.db'))
  await expect(missing).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\nThere is no database at /),
  })
  expect((await readdir(folder.path)).filter((name) => name.includes('backup'))).toEqual([])
}, 30_000)
