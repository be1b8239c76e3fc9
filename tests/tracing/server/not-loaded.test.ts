import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a server loads the packages of OpenTelemetry with the setting, and none without it', {
  timeout: 60_000,
}, async () => {
  await using folder = await temporaryFolder()
  const loaded = join(folder.path, 'loaded')
  const watch = join(folder.path, 'watch.mjs')
  const code = `import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, next) {
        if (/@opentelemetry\\/(?!api\\/)/.test(url)) appendFileSync('${loaded}', url)
        return next(url, context)
      },
    })`
  await writeFile(watch, code)
  for (const endpoint of ['', 'http://127.0.0.1:1']) {
    const server = await startServerProcess({
      DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      NODE_OPTIONS: `--import=${watch}`,
    })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(existsSync(loaded)).toBe(endpoint !== '')
  }
})
