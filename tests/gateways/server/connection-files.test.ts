import { expect, test } from 'vitest'
import { connectionProviders } from '../../../contract/gateways/connection.ts'
import {
  connectionFiles,
  keyPlaceholders,
} from '../../../server/gateways/rspamd/files/connection-files.ts'

const origin = 'https://aman.firm.example'

test.each(connectionProviders)(
  'the files for %s name the address and stand-ins for keys, each file under a name of its own',
  (provider) => {
    const files = connectionFiles({ provider, origin })
    const text = files.map((file) => file.text).join('\n')
    expect(text).toContain(keyPlaceholders.report)
    expect(text).toContain('aman.firm.example/api/')
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
    for (const { note, text: lines } of files) {
      expect(note).not.toBe('')
      expect(lines.endsWith('\n')).toBe(true)
    }
  },
)

test('given keys stand where they belong, and only there', () => {
  const keys = {
    reportKey: 'aman_gateway_R-1',
    flagsKey: 'aman_gateway_F-2',
    analyseKey: 'aman_gateway_A-3',
  }
  const files = connectionFiles({ provider: 'postfix-rspamd', origin, ...keys })
  const holders = (key: string) =>
    files.filter(({ text }) => text.includes(key)).map(({ name }) => name)
  expect(holders(keys.reportKey)).toEqual(['metadata_exporter.conf'])
  expect(holders(keys.flagsKey)).toEqual(['rspamd.conf.local'])
  expect(holders(keys.analyseKey)).toEqual(['rspamd.conf.local'])
  const flags = files.find(({ name }) => name === 'rspamd.conf.local')?.text
  expect(flags).toContain('red = "https://aman.firm.example/api/rspamd/flags/red";')
})

test.each([
  ['a path', 'https://aman.example/path'],
  ['a user', 'https://user@aman.example'],
  ['a quotation mark', 'https://aman.example"; evil = "'],
  ['a line break', 'https://aman.example\nevil = 1;'],
  ['a command of a shell', 'https://$(id).example'],
  ['another scheme', 'ftp://aman.example'],
  ['no host', 'https://'],
])('an origin with %s is refused', (_, given) => {
  expect(() => connectionFiles({ provider: 'postfix-rspamd', origin: given })).toThrow('origin')
})

test.each(['a"b', "a'b", 'a b', 'a\nb', '$HOME', 'a@b', ''])('the key %j is refused', (key) => {
  for (const keys of [{ reportKey: key }, { flagsKey: key }]) {
    expect(() => connectionFiles({ provider: 'own-client', origin, ...keys })).toThrow('key')
  }
})

test('the name of an organization cannot leave its comment', () => {
  const name = 'Olive\nevil = 1;\r\u2028\u0085} \u202eBranch'
  const files = connectionFiles({ provider: 'postfix-rspamd', origin, name })
  const lines = files.flatMap(({ text }) => text.split(/[\n\r\u2028\u0085]/))
  const named = lines.filter((line) => line.includes('Branch'))
  expect(named.map((line) => line.trim())).toEqual([
    '# Olive evil = 1; } Branch',
    '# Olive evil = 1; } Branch',
  ])
})

test('several organizations have a rule, a key and flags each, by the domains of recipients', () => {
  const files = connectionFiles({
    provider: 'postfix-rspamd',
    origin,
    name: 'Olive Branch',
    domains: ['olivebranch.example'],
    reportKey: 'R1',
    flagsKey: 'F1',
    others: [{ name: 'Cedar', domains: ['Bücher.example'], reportKey: 'R2', flagsKey: 'F2' }],
  })
  const text = (name: string) => files.find((file) => file.name === name)?.text ?? ''
  const rules = text('metadata_exporter.conf')
  expect(rules).toMatch(/AMAN \{[^}]*selector = "to_aman";[^}]*password = "R1";/)
  expect(rules).toMatch(/AMAN_2 \{[^}]*selector = "to_aman_2";[^}]*password = "R2";/)
  expect(rules).toContain('["xn--bcher-kva.example"] = true')
  expect(text('rspamd.conf.local')).toMatch(/flags_key = "F1"[\s\S]*flags_key = "F2"/)
})

test('several organizations without domains cannot be told apart', () => {
  const options = { provider: 'postfix-rspamd', origin, others: [{ name: 'Cedar' }] } as const
  expect(() => connectionFiles(options)).toThrow('domains')
})
