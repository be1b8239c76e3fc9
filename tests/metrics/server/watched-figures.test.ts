import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { createTestServer } from '../../support/server/server.ts'

const repository = join(import.meta.dirname, '../../..')

test('alerts and the dashboard name figures that there are, and each figure says what it counts', async () => {
  await using server = await createTestServer()
  const text = await createMetrics(server).text()
  const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  for (const file of ['hosting/alerts.yaml', 'hosting/grafana.json']) {
    const used = (await readFile(join(repository, file), 'utf8')).matchAll(
      /\b(?:aman|process|nodejs)_[a-z0-9_]+/g,
    )
    for (const [name] of used) expect(families, file).toContain(familyOf(name))
  }
  const explained = new Set([...text.matchAll(/^# HELP (\S+) .{10,}/gm)].map(([, name]) => name))
  expect([...families].filter((name) => !explained.has(name))).toEqual([])
})

function familyOf(name: string): string {
  return name.replace(/_(?:total|bucket|count|sum)$/, '')
}
