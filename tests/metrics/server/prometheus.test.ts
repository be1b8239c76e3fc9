import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { version } from '../../../server/core/version.ts'
import { findProgram } from '../../../tools/mail-lab/programs.ts'
import { freePort } from '../../support/server/free-port.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const prometheus = findProgram('prometheus')
const hosting = join(import.meta.dirname, '../../../hosting')

test.skipIf(prometheus === undefined)(
  'a Prometheus scrapes a running server, and its rules load and are evaluated',
  async () => {
    await using stack = new AsyncDisposableStack()
    const folder = stack.use(await temporaryFolder())
    const address = `127.0.0.1:${await freePort()}`
    const server = await startServerProcess({
      DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
      METRICS_ADDRESS: address,
    })
    stack.defer(async () => void (await server.end('SIGTERM')))
    const configuration = join(folder.path, 'prometheus.yml')
    const targets = [{ targets: [address] }]
    await writeFile(
      configuration,
      stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [join(hosting, 'alerts.yaml')],
        scrape_configs: [{ job_name: 'aman', static_configs: targets }],
      }),
    )
    const port = await freePort()
    const child = spawn(
      prometheus ?? '',
      [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${join(folder.path, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    stack.defer(async () => {
      const ended = once(child, 'exit')
      if (child.kill('SIGTERM')) await ended
    })
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`).catch(() => undefined)
      return answer?.ok ? await answer.json() : undefined
    }
    const soon = { timeout: 60_000 }
    await expect
      .poll(() => ask('/targets'), soon)
      .toMatchObject({ data: { activeTargets: [{ health: 'up', lastError: '' }] } })
    await expect
      .poll(() => ask('/query?query=aman_build_info'), soon)
      .toMatchObject({ data: { result: [{ metric: { job: 'aman', version } }] } })
    const rules = Array.from({ length: 22 }, () => ({ health: 'ok', type: 'alerting' }))
    await expect
      .poll(() => ask('/rules'), soon)
      .toMatchObject({ data: { groups: [{ name: 'aman', rules }] } })
  },
)
