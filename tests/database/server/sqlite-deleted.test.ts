import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

const repository = resolve(import.meta.dirname, '../../..')
const dayMs = 24 * 60 * 60 * 1000

/** One trace for each column of the removed user's data. */
const traces = [
  'zq-username',
  'zq-full-name',
  // The end of a trigram, as the search index stores it.
  '鱻龘',
  'zq-email',
  'zq-phone',
  'zq-department',
  'zq-flag',
  'zq-reason',
  'zq-subject',
  'zq-sender',
  'zq-detection',
  'zq-indicator',
]

/** The traces that the bytes of the files in a folder contain, by file. */
async function findTraces(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    for (const trace of traces) if (bytes.includes(trace)) found.push(`${name}: ${trace}`)
  }
  return found
}

/** A user whose data is spread among other users' data, over as many pages as a year of mail fills. */
async function fill(server: TestServer) {
  const organizationId = await makeOrganization(server)
  const user = await makeUser(server, {
    organizationId,
    username: 'zq-username',
    full_name: 'zq-full-name 龖鱻龘',
    email: 'zq-email@firm.example',
    phone: 'zq-phone',
    department: 'zq-department',
  })
  const colleagues = await Promise.all(
    Array.from({ length: 5 }, () => makeUser(server, { organizationId })),
  )
  const token = await makeSession(server, user)
  for (let count = 0; count < 50; count += 1) {
    const body = { flag_type: 'red', value: `zq-flag-${count}.example`, reason: 'zq-reason' }
    expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
  }
  for (let round = 0; round < 40; round += 1) {
    for (const colleague of colleagues) await reportScans(server, colleague, Array(10).fill({}))
    await reportScans(
      server,
      user,
      Array.from({ length: 20 }, (_, position) => ({
        subject: `zq-subject ${'long '.repeat(position * 10)}`,
        sender: `a@zq-sender-${round}-${position}.example`,
        threat_level: position % 2 === 0 ? ('safe' as const) : ('suspicious' as const),
        detection_reason: 'zq-detection',
        indicators: ['zq-indicator'],
      })),
    )
  }
  return user
}

test('no data of a removed user remains in the file, its journal or a backup', {
  timeout: 60_000,
}, async () => {
  await using folder = await temporaryFolder()
  await using data = await temporaryFolder()
  const address = join(data.path, 'aman.db')
  await using server = await createTestServer({ address })
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const user = await fill(server)
  expect((await findTraces(data.path)).length).toBeGreaterThanOrEqual(traces.length)
  const path = `/api/admin/users/${user.id}`
  expect((await server.delete(path, { token: admin })).status).toBe(200)
  // Only the mail that notifies them contains their data, until a day after it was sent.
  const left = await findTraces(data.path)
  expect(left.filter((found) => !/(?:zq-(?:full-name|username|email)|鱻龘)$/.test(found))).toEqual(
    [],
  )
  const transport = { description: 'a test', deliver: async () => {} }
  await sendDueMails({ ...server.services, transport })
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await findTraces(data.path)).toEqual([])
  const env = { ...process.env, DATABASE_URL: `file:${address}` }
  const backup = ['server/cli/backup.ts', join(folder.path, 'backup.db')]
  await promisify(execFile)(process.execPath, backup, { cwd: repository, env })
  expect(await readdir(folder.path)).toEqual(['backup.db'])
  expect(await findTraces(folder.path)).toEqual([])
})

test('no part of a subject remains after its retention', async () => {
  await using data = await temporaryFolder()
  await using server = await createTestServer({ address: join(data.path, 'aman.db') })
  await fill(server)
  server.clock.pass(31 * dayMs)
  await runHousekeeping(server.services)
  const found = await findTraces(data.path)
  expect(found.filter((trace) => /subject|sender|detection|indicator/.test(trace))).toEqual([])
})
