import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { documentedBlock } from '../../../tools/chaos/documented-block.ts'
import { settingsUnder } from '../../../tools/chaos/failover/documented.ts'
import { findProxy } from '../../support/proxies/programs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)

test('the documented Patroni waits for a second machine, and hands over in less than 30 seconds', () => {
  const patroni = settingsUnder('## Patroni')
  const seconds = (name: string) =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
  // As Patroni demands.
  expect(seconds('loop_wait') + 2 * seconds('retry_timeout')).toBeLessThanOrEqual(seconds('ttl'))
  expect(seconds('ttl')).toBeLessThan(30)
  expect(seconds('primary_start_timeout')).toBeLessThan(30)
  expect(patroni).toMatch(/^ +synchronous_mode: true$/m)
  expect(patroni).toMatch(/^ +synchronous_mode_strict: true$/m)
})

test('the documented DATABASE_URL of three hosts is one that Aman takes', () => {
  const [, url = ''] = /^DATABASE_URL='(.+)'$/m.exec(settingsUnder('## Aman')) ?? []
  expect(readConfiguration({ DATABASE_URL: url }).database.address).toContain(',127.0.2.23:5432/')
})

const haproxy = findProxy('haproxy')

test.skipIf(haproxy === undefined)(
  'HAProxy takes the documented settings in front of PostgreSQL',
  async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'haproxy.cfg')
    await writeFile(file, settingsUnder('### HAProxy'))
    await expect(run(haproxy ?? '', ['-c', '-f', file])).resolves.toBeDefined()
  },
)

test('the documented restore archives what is newest before it stops PostgreSQL', async () => {
  const commands = documentedBlock('restore.md', 'Stop all servers')
  await expect(run('bash', ['-n', '-c', commands])).resolves.toBeDefined()
  const order = ['check', 'stop', '--type=time', 'start', 'backup'].map((word) =>
    commands.indexOf(word),
  )
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
})
