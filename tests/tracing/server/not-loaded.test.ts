import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bundleServer } from '../../../scripts/release/bundle.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a release loads nothing of OpenTelemetry before the setting asks for it', {
  tags: ['A1512'],
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
