import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RunningServer } from '../../../tests/support/server/running-server.ts'
import { abortDownloads } from '../../../tests/support/wire.ts'
import { type Row, row } from '../prove/attack.ts'

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
