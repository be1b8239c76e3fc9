import { describe, expect, test, vi } from 'vitest'
import { decodePunycode } from '../../../contract/core/shown-sender.ts'
import { parseTime } from '../../../contract/core/time.ts'
import { visibleText } from '../../../contract/core/visible-text.ts'
import { shownSender } from '../../../src/lib/core/format/shown-sender.ts'
import { displayTime } from '../../../src/lib/core/i18n/format.ts'

const asciiOf = (domain: string) => new URL(`http://${domain}`).hostname

test.each([
  'example.com',
  'my_host.example',
  'm\u00fcnchen.example',
  '\u0643\u0647\u0631\u0628\u0627\u0621.\u0645\u0648\u0642\u0639',
  '\u4f8b\u5b50.\u4e2d\u56fd',
  '\u65e5\u672c\u8a9e\u30cb\u30e5\u30fc\u30b9.example',
  '\ud55c\uad6d.example',
  '\u043f\u043e\u0447\u0442\u0430\u0434.\u0440\u0444',
  '\u03c0\u03b1\u03c1\u03ac\u03b4\u03b5\u03b9\u03b3\u03bc\u03b1.example',
])('the domain %s stays readable in Unicode and in Punycode', (domain) => {
  expect(shownSender(domain)).toEqual({ text: domain, isDoubtful: false })
  expect(shownSender(asciiOf(domain))).toEqual({ text: domain, isDoubtful: false })
  expect(shownSender(`name@${asciiOf(domain)}`).text).toBe(`name@${domain}`)
})

test.each([
  'p\u0430ypal.com',
  '\u0440\u0430\u0443\u0440\u0430\u0443.com',
  'p\u0131aypal.com',
  '\u03bf\u03c1.example',
  'go\u0261gle.com',
  '\u0501eb.example',
])('the look-alike %s is shown in Punycode, with a mark', (domain) => {
  const shown = { text: asciiOf(domain), isDoubtful: true }
  expect(shown.text).toMatch(/^xn--/)
  expect(shownSender(domain)).toEqual(shown)
  expect(shownSender(asciiOf(domain))).toEqual(shown)
})

test('direction controls are visible marks in senders and texts', () => {
  expect(shownSender('moc.lap\u202eyap')).toEqual({
    text: 'moc.lap[U+202E]yap',
    isDoubtful: true,
  })
  expect(shownSender('a\u202eb@firm.example').text).toBe('a[U+202E]b@firm.example')
  expect(visibleText('invoice\u202efdp.exe')).toBe('invoice[U+202E]fdp.exe')
  expect(visibleText('\u2066a\u2069\u200f\u061c')).toBe('[U+2066]a[U+2069][U+200F][U+061C]')
  expect(visibleText('\u0645\u0631\u062d\u0628\u0627 a\u200db')).toBe(
    '\u0645\u0631\u062d\u0628\u0627 a\u200db',
  )
})

test('a label that cannot be part of a domain stays unchanged, with a mark', () => {
  expect(shownSender('\u0643a.example')).toEqual({ text: '\u0643a.example', isDoubtful: true })
})

test.each(['', 'xn--', 'xn--a-!', 'xn--99999999999', '[192.0.2.1]', 'words without an end', '..'])(
  '%j does not cause an error',
  (sender) => {
    expect(shownSender(sender)).toEqual({ text: sender, isDoubtful: sender.startsWith('xn--') })
  },
)

test('Punycode is decoded like the browser encodes it', () => {
  for (const label of [
    'b\u00fccher',
    '\u0645\u062b\u0627\u0644',
    '\u4ed6\u4eec\u4e3a\u4ec0\u4e48',
    'a\u{1f600}b',
    '\u30bd\u30cbx',
  ]) {
    const encoded = asciiOf(`${label}.example`).split('.')[0] ?? ''
    expect(decodePunycode(encoded.slice(4))).toBe(label)
  }
})

test.each(['paypalл', 'лpaypal', 'paypalλ', 'λpaypal'])(
  'a label that mixes Latin with another script is doubtful: %s',
  (label) => {
    const { text, isDoubtful } = shownSender(`${label}.example`)
    expect(text).toMatch(/^xn--/)
    expect(isDoubtful).toBe(true)
  },
)

test.each(['שלום', 'नमस्ते', 'สวัสดี', 'հայերեն', 'გამარჯობა'])(
  'a label in a script that resembles no other is shown in its own letters: %s',
  (label) => {
    const encoded = new URL(`http://${label}.example`).hostname
    expect(shownSender(encoded)).toEqual({ text: `${label}.example`, isDoubtful: false })
  },
)

describe('a timestamp in an answer', () => {
  test('without a zone is UTC', { tags: ['R006'] }, () => {
    expect(parseTime('2026-03-01T09:30:00')?.toISOString()).toBe('2026-03-01T09:30:00.000Z')
  })

  test('with a zone keeps its instant', { tags: ['R006'] }, () => {
    expect(parseTime('2026-03-01T12:30:00+03:00')?.toISOString()).toBe('2026-03-01T09:30:00.000Z')
  })

  test.each(['yesterday', '', '2026-13-45', '5'])(
    '%j is not a time',
    { tags: ['R006'] },
    (text) => {
      expect(parseTime(text)).toBeUndefined()
    },
  )

  test.each([
    '2025-02-29',
    '2025-02-30',
    '2025-04-31T10:00:00Z',
    '2026-02-30T23:30:00-05:00',
    '1900-02-29',
  ])('%j names a day that does not exist', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T23:30:00-05:00', '2000-03-01T04:30:00.000Z'],
    ['2025-12-31T23:59:59.999+14:00', '2025-12-31T09:59:59.999Z'],
  ])('%j is parsed as %s', (text, iso) => {
    expect(parseTime(text)?.toISOString()).toBe(iso)
  })

  test.each([
    ['Asia/Amman', /^Mar 2, 2026, 1:30\sAM$/, 'Mar 2, 2026'],
    ['America/New_York', /^Mar 1, 2026, 5:30\sPM$/, 'Mar 1, 2026'],
  ])(
    'is shown short and in local time in %s, with the exact time for machines',
    { tags: ['R006'] },
    async (zone, time, date) => {
      vi.stubEnv('TZ', zone)
      vi.resetModules()
      const format = await import('../../../src/lib/core/i18n/format.ts')
      const shown = format.displayTime('2026-03-01T22:30:00')
      expect(shown.text).toMatch(time)
      expect(shown.machine).toBe('2026-03-01T22:30:00.000Z')
      expect(format.displayDate('2026-03-01T22:30:00').text).toBe(date)
      vi.unstubAllEnvs()
    },
  )

  test('is shown unchanged when it is invalid', { tags: ['R006'] }, () => {
    expect(displayTime('last Tuesday')).toEqual({ text: 'last Tuesday', machine: undefined })
  })
})
