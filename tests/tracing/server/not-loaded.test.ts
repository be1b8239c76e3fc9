import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bundleServer } from '../../../scripts/release/bundle.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a release loads nothing of OpenTelemetry before the setting asks for it', {
  tags: ['A1512'],
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder()
  const { outputs } = await bundleServer(resolve(import.meta.dirname, '../../..'), folder.path)
  const files = Object.entries(outputs)
  // The figures for Prometheus share the interfaces of OpenTelemetry.
  const isTraces = (name: string) =>
    Object.keys(outputs[name]?.inputs ?? {}).some((input) =>
      /@opentelemetry\/(?!api\/)/.test(input),
    )
  const traces = files.filter(([name]) => isTraces(name))
  expect(traces.length).toBeGreaterThan(0)
  const importers = files.filter(([name, { imports }]) =>
    imports.some(
      ({ path, kind }) => kind === 'import-statement' && isTraces(path) && !isTraces(name),
    ),
  )
  expect(importers.map(([name]) => name)).toEqual([])
  // A file that has nothing else in it is loaded by the import of the setting alone.
  const others = traces
    .flatMap(([, { inputs }]) => Object.keys(inputs))
    .filter((input) => !/^(server\/tracing|node_modules\/@opentelemetry)\//.test(input))
  expect(others).toEqual([])
})
