import { expect, test } from 'vitest'
import { hashOf } from '../../../judge/features/hash.ts'
import { placesOf, plainWords, restsOf, wordPlaces } from '../../../judge/features/words.ts'

test.each([
  ['letter case', 'Pay NOW', ['pay', 'now']],
  ['numbers', 'in 24 hours, ١٢ دينار', ['in', '#', 'hours', '#', 'دينار']],
  ['signs that call', 'now!! €5', ['now', '!!', '€', '#']],
  ['signs that do not', 'a-b, c. (d)', ['a', 'b', 'c', 'd']],
  ['letters that are not seen', 'pass\u200bword \u202eabc', ['password', 'abc']],
  ['forms of one letter', 'ﬁle', ['file']],
  ['Arabic vowels and stretching', 'مُحَمَّد مـــال', ['محمد', 'مال']],
  ['forms of Alif, Ya and Ta', 'أحمد إلى مدرسة آخر', ['احمد', 'الي', 'مدرسه', 'اخر']],
  ['a word of thirty letters', 'x'.repeat(30), ['x'.repeat(30)]],
  ['a word of thirty-one letters', 'x'.repeat(31), ['longword']],
  ['nothing', ' \n\t', []],
])('words are in one form: %s', (_, text, expected) => {
  expect(plainWords(text)).toEqual(expected)
})

test('of a long text the first 4,000 words count, of the first 40,000 letters', () => {
  expect(plainWords('a '.repeat(5000))).toHaveLength(4000)
  expect(plainWords(`${'abcdefghi '.repeat(3999)}word and more`)).toHaveLength(4000)
  expect(plainWords(`${' '.repeat(39_998)}abcd`)).toEqual(['ab'])
})

test('a place is the hash of a word in its field, alone and after the word before it', () => {
  const expected = ['s:hello', 's:^ hello', 't:pay', 't:^ pay', 't:now', 't:pay now']
  const places = expected.map((text) => hashOf(text) % wordPlaces)
  expect([...placesOf('Hello', 'Pay now')]).toEqual(places.toSorted((a, b) => a - b))
  expect(placesOf('', 'pay pay pay')).toHaveLength(3)
})

test('long Arabic words have places for each four of their letters, others do not', () => {
  const places = new Set(placesOf('', 'والمدرسه'))
  for (const part of ['والم', 'المد', 'لمدر', 'مدرس', 'درسه']) {
    expect(places).toContain(hashOf(`t:_${part}`) % wordPlaces)
  }
  expect(places.size).toBe(7)
  expect(placesOf('', 'مدرس')).toHaveLength(2)
  expect(placesOf('', 'understanding')).toHaveLength(2)
})

test('a text is also read without its first or last sentences, one to four of each', () => {
  const attack = 'Buy me five cards and send the codes to this address'
  const friendly = 'Lovely weather we have here. See you soon at the lake.'
  expect(restsOf(`${friendly}\n${attack}`)).toContain(attack)
  expect(restsOf(`${attack}!\n\n${friendly}`)).toContain(`${attack}!`)
  expect(restsOf(attack)).toEqual([])
  expect(restsOf('One two three four five six seven eight. '.repeat(9))).toHaveLength(8)
  expect(restsOf(`${attack}. ${'a'.repeat(4000)}`)).toEqual([])
})

test('a hash is the same number everywhere, and another one with a seed', () => {
  expect(hashOf('')).toBe(hashOf('', 0))
  expect([hashOf('aman'), hashOf('aman', 77), hashOf('amam')]).toMatchInlineSnapshot(`
    [
      2960360652,
      390100674,
      2938940337,
    ]
  `)
})
