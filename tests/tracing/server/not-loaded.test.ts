import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bundleServer } from '../../../tools/scripts/release/bundle.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a release loads nothing of OpenTelemetry before the setting asks for it', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder()
  const { inputs } = await bundleServer(resolve(import.meta.dirname, '../../..'), folder.path)
  // The figures for Prometheus share the interfaces of OpenTelemetry.
  const isTraces = (name: string) => /@opentelemetry\/(?!api\/)|^server\/tracing\//.test(name)
  expect(Object.keys(inputs).filter(isTraces).length).toBeGreaterThan(0)
  const importers = Object.entries(inputs).filter(
    ([name, { imports }]) =>
      !isTraces(name) &&
      imports.some(({ path, kind }) => kind !== 'dynamic-import' && isTraces(path)),
  )
  expect(importers.map(([name]) => name)).toEqual([])
  // In one script, what is imported late stays a function until then.
  const script = readFileSync(`${folder.path}/lib/aman.cjs`, 'utf8')
  expect(script).toMatch(/"server\/tracing\/tracing\.ts"\(\) \{/)
})

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
