import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
const operations = readFileSync('docs/operations.md', 'utf8')
const backup = /```sh\n([^`]*^pg_dump [^`]+)```/m.exec(operations)?.[1] ?? ''

test('the documented backup of PostgreSQL can be read by its owner alone', async () => {
  await using database = await createTestDatabase()
  await using folder = await temporaryFolder()
  const command = backup.replaceAll('/var/backups', folder.path)
  const [file = ''] = /(?<=--file=)\S+/.exec(command) ?? []
  const path = `${inject('postgres')?.programs}:${process.env.PATH}`
  const env = { ...process.env, PATH: path, DATABASE_URL: database.url }
  await run('sh', ['-c', `umask 022\n${command}`], { env })
  const { mode, size } = await stat(file)
  expect(size).toBeGreaterThan(10_000)
  expect(mode & 0o777).toBe(0o600)
})
