import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../../server/core/log.ts'

const root = join(import.meta.dirname, '../../..')

test('every event is one line of JSON with its time in UTC, whatever it contains', () => {
  const lines: string[] = []
  const error = 'a\r\nb\u2028{"level":"info","event":"forged"}\u001b[2J'
  createLog((line) => lines.push(line))('error', 'request failed', { request: 'x', error })
  expect(lines).toHaveLength(1)
  for (const character of ['\n', '\r', '\u001b']) {
    expect(lines[0]?.trimEnd()).not.toContain(character)
  }
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: 'error',
    event: 'request failed',
    request: 'x',
    error,
  })
})

test('the documents list exactly the events that are logged', () => {
  const files = globSync('server/**/*.ts', { cwd: root })
  const calls = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\blog\(([^{)]+)/g),
  ])
  const levels = new Set(['info', 'warning', 'error'])
  const events = calls
    .flatMap(([, words = '']) => [...words.matchAll(/'([^']+)'/g)])
    .flatMap(([, word = '']) => (levels.has(word) ? [] : [word]))
  const [, section = ''] = readFileSync(join(root, 'docs/security.md'), 'utf8').split('## Logs\n')
  const rows = (section.split('\n## ')[0] ?? '').matchAll(/^- `([^`]+)` \(/gm)
  const documented = [...rows].map(([, event]) => event)
  expect(events.length).toBeGreaterThan(8)
  expect(documented.toSorted()).toEqual([...new Set(events)].toSorted())
})
