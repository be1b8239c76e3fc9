import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RunningServer } from '../../tests/support/running-server.ts'
import { type Row, row } from '../prove/attack.ts'
import { times } from '../prove/until.ts'

/** Asks for a file again and again, and resets each connection when the first bytes have come. */
export async function abortDownloads(
  port: number,
  path: string,
  count: number,
  atOnce: number,
): Promise<void> {
  let left = count
  await times(atOnce, async () => {
    for (left -= 1; left >= 0; left -= 1) {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {})
      const started = once(socket, 'data').catch(() => {})
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
      await Promise.race([started, setTimeout(1000, undefined, { ref: false })])
      socket.resetAndDestroy()
    }
  })
}

const downloads = 10_000
const script = '/assets/large.12345678.js'
/** So long that its end is not sent when its beginning has come. */
const scriptBytes = 2_000_000

/** @returns the folder of a site with one large file */
export async function makeLargeSite(folder: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, script), randomBytes(scriptBytes))
  return folder
}

/** For a server of that site. */
export async function abortMany(server: RunningServer): Promise<Row> {
  const before = server.openFiles()
  await abortDownloads(server.port, script, downloads, 50)
  // The last sockets close a moment after their resets.
  await setTimeout(2000)
  const after = server.openFiles()
  return row({
    fault: 'downloads that are reset at their first bytes',
    tried: downloads,
    expected: 'no descriptor left open',
    figures: `${before} descriptors before, ${after} after`,
    problems: [
      ...(server.hasEnded() ? ['the server has ended'] : []),
      // Connections of others come and go.
      ...(after <= before + 10 ? [] : ['descriptors are left open']),
    ],
  })
}
