import { expect, test } from 'vitest'
import { decodePunycode } from '../../../contract/core/punycode.ts'
import { visibleText } from '../../../contract/core/visible-text.ts'
import { shownSender } from '../../../src/lib/core/format/shown-sender.ts'

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
