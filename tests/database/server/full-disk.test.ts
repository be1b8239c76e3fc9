import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const megabyte = 1_000_000

/** Only root may mount. */
test.skipIf(process.getuid?.() !== 0)(
  'on a full disk /api/ready is a 503 and pages are served, until there is room again',
  { timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder.path])
    await using cleanUps = new AsyncDisposableStack()
    cleanUps.defer(() => {
      execFileSync('umount', ['--lazy', folder.path])
    })
    const DATABASE_URL = `file:${join(folder.path, 'aman.db')}`
    const server = await startServerProcess({ DATABASE_URL })
    cleanUps.defer(async () => {
      await server.end('SIGKILL')
    })
    const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
    expect(await statusOf('/api/ready')).toBe(200)
    const filler = join(folder.path, 'filler')
    expect(() => writeFileSync(filler, Buffer.alloc(20 * megabyte))).toThrow('ENOSPC')
    // Readiness is remembered for a second, and the journal may have a page left.
    await expect.poll(() => statusOf('/api/ready')).toBe(503)
    expect(await statusOf('/api/health')).toBe(200)
    rmSync(filler)
    await expect.poll(() => statusOf('/api/ready')).toBe(200)
  },
)
