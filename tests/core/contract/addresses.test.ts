import * as v from 'valibot'
import { expect, test } from 'vitest'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { email, foreignAddress } from '../../../contract/core/email.ts'
import { flagValue } from '../../../contract/flags/flag.ts'

const read = (schema: v.GenericSchema<string, string>, text: string) => {
  const parsed = v.safeParse(schema, text)
  return parsed.success ? parsed.output : parsed.issues[0].message
}
const noAddress = 'not_an_email'
const noFlag = 'not_a_sender'

test.each([
  ['Bücher.EXAMPLE', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example.', 'xn--bcher-kva.example'],
  ['bad。example', 'bad.example'],
  ['bad．example｡', 'bad.example'],
  ['ｂａｄ.example', 'bad.example'],
  ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
  ['उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['ตัวอย่าง.ไทย', 'xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ['نامه‌ای.example', 'xn--mgba3gch31f060k.example'],
  ['a_b.example', 'a_b.example'],
])('the domain %s is normalized to %s', (text, canonical) => {
  expect(canonicalDomain(text)).toBe(canonical)
})

test.each([
  '',
  '.',
  'a..example',
  '-a.example',
  'a-.example',
  'a.example..',
  'a.example:25',
  'a.example/b',
  'a%2eexample',
  'b@a.example',
  '[192.0.2.1]',
  '192.0.2.1',
  '0x7f.1',
  'pay\u202Epal.example',
])('%j is not a domain', (text) => {
  expect(canonicalDomain(text)).toBeUndefined()
})

test.each([
  ['Rania.H+x@Bücher.example.', 'rania.h+x@xn--bcher-kva.example'],
  ["o'neil{}|!#$%&*/=?^_`~-@a.example", "o'neil{}|!#$%&*/=?^_`~-@a.example"],
  ['رانيا@شركة.example', 'رانيا@xn--ogbpi5d.example'],
  ['\u202Arania@firm.example\u202C', 'rania@firm.example'],
  ['ra\u200Bnia@firm.exam\u00ADple', 'rania@firm.example'],
  ['admin@localhost', 'admin@localhost'],
  [`${'a'.repeat(64)}@b.example`, `${'a'.repeat(64)}@b.example`],
  [`${'a'.repeat(65)}@b.example`, noAddress],
  [`${'ا'.repeat(33)}@b.example`, noAddress],
  [`a@${'b'.repeat(64)}.example`, noAddress],
  ['o,k@firm.example', noAddress],
  ['ok<ok@firm.example', noAddress],
  ['"o,k"@firm.example', noAddress],
  ['a..b@firm.example', noAddress],
  ['.a@firm.example', noAddress],
  ['a.@firm.example', noAddress],
  ['a b@firm.example', noAddress],
  ['a@b@firm.example', noAddress],
  ['a:b@firm.example', noAddress],
  ['a@b_c.example', noAddress],
  ['a@[192.0.2.1]', noAddress],
  ['@firm.example', noAddress],
  ['rania', noAddress],
])('%j as a recipient address is %j', (text, expected) => {
  expect(read(email, text)).toBe(expected)
})

test.each([
  ['"o,k"@Firm.example', '"o,k"@firm.example'],
  ['o,k@firm.example', '"o,k"@firm.example'],
  ['"rania"@firm.example', 'rania@firm.example'],
  ['"ra\\nia"@firm.example', 'rania@firm.example'],
  ['"a \\"b\\" c"@firm.example', '"a \\"b\\" c"@firm.example'],
  ['"a@b"@firm.example', '"a@b"@firm.example'],
  ['a..b@firm.example', '"a..b"@firm.example'],
  ['a@b_c.example', 'a@b_c.example'],
  [`${'a'.repeat(80)}@b.example`, `${'a'.repeat(80)}@b.example`],
  ['"a@firm.example', noAddress],
  ['a b@firm.example', noAddress],
  ['@firm.example', noAddress],
  ['a@', noAddress],
])('%j as a sender is %j', (text, expected) => {
  expect(read(foreignAddress, text)).toBe(expected)
})

test.each([
  [' Bad。Example. ', 'bad.example'],
  ['उदाहरण.परीक्षा', 'xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['ตัวอย่าง.ไทย', 'xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ['"O,k"@Bücher.example', '"o,k"@xn--bcher-kva.example'],
  ['a..b@bad.example', '"a..b"@bad.example'],
  ['mailto:a@bad.example', noFlag],
  ['a@bad.example,b@bad.example', noFlag],
  ['a,b@bad.example', noFlag],
  ['bad.example;worse.example', noFlag],
  ['rania <rania@bad.example>', noFlag],
  ['<rania@bad.example>', noFlag],
  ['https://bad.example', noFlag],
  ['192.0.2.1', noFlag],
  ['a@localhost', noFlag],
])('%j as a flag value is %j', (text, expected) => {
  expect(read(flagValue, text)).toBe(expected)
})
