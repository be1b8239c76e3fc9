import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { createTestServer } from '../../support/server/server.ts'

const repository = join(import.meta.dirname, '../../..')

test('alerts, the dashboard and the document name figures that there are, and the document names all', async () => {
  await using server = await createTestServer()
  const text = await createMetrics(server).text()
  const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const document = await readFile(join(repository, 'docs/operations.md'), 'utf8')
  for (const file of ['hosting/alerts.yaml', 'hosting/grafana.json']) {
    const used = (await readFile(join(repository, file), 'utf8')).matchAll(
      /\b(?:aman|process|nodejs)_[a-z0-9_]+/g,
    )
    for (const [name] of used) expect(families, file).toContain(familyOf(name))
  }
  const described = new Set(
    [...document.matchAll(/`(aman_[a-z0-9_]+)/g)].map(([, name = '']) => familyOf(name)),
  )
  expect([...described].filter((name) => !families.has(name))).toEqual([])
  const own = [...families].filter((name) => name.startsWith('aman_'))
  expect(own.filter((name) => !described.has(name))).toEqual([])
})

function familyOf(name: string): string {
  return name.replace(/_(?:total|bucket|count|sum)$/, '')
}
