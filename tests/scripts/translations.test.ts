import { describe, expect, test } from 'vitest'
import { entriesOf, parseWords } from '../../contract/core/words/parse-words.ts'
import { compare, mistakesInEnglish } from '../../tools/scripts/translations/compare.ts'

const six = {
  zero: 'لا رسائل',
  one: 'رسالة واحدة',
  two: 'رسالتان',
  few: '{count} رسائل',
  many: '{count} رسالة',
  other: '{count} رسالة',
}
const mails = { one: '{count} mail', other: '{count} mails' }

const mistakes = (
  en: typeof mails | string,
  ar: string | (typeof six & object) | { other: string },
) => compare({ en, ar }, 'ar').mistakes

describe('a translation', () => {
  test('with every placeholder and plural form has no mistakes', () => {
    expect(mistakes('Messages', 'الرسائل')).toEqual([])
    expect(mistakes('Hello {name}', 'أهلًا {name}')).toEqual([])
    expect(mistakes(mails, six)).toEqual([])
    // Words that hold for every number need no forms.
    expect(mistakes(mails, 'عدد الرسائل: {count}')).toEqual([])
    // The product's name is no value.
    expect(mistakes('Leave {product}', 'مغادرة أمان')).toEqual([])
  })

  test('that is missing is told', () => {
    expect(compare({ en: 'Messages' }, 'ar')).toEqual({ mistakes: [], isMissing: true })
  })

  test('is told which placeholder is missing or unknown, and in which form', () => {
    expect(mistakes('Hello {name}', 'أهلًا {nam}')).toEqual([
      '{name} is missing',
      '{nam} is not a placeholder of the English text',
    ])
    expect(mistakes(mails, { ...six, many: 'رسالة', two: '{number} رسالتان' })).toEqual([
      "in 'two', {number} is not a placeholder of the English text",
      "in 'many', {count} is missing",
    ])
  })

  test('is told which plural form is missing and which its language does not use', () => {
    const { few, ...others } = six
    const wrong = { ...others, several: few }
    expect(mistakes(mails, wrong)).toEqual([
      "has no form 'few'",
      "the language does not use the form 'several'",
    ])
    expect(mistakes('Messages', { other: 'رسائل' })).toEqual([
      'English has one text here, without plural forms',
    ])
    expect(mistakesInEnglish({ en: { two: 'Both', other: '{count} of {name}' } })).toEqual([
      "English does not use the form 'two'",
      'a text with plural forms takes {count}, and not {name}',
    ])
  })

  test('is told which text is empty', () => {
    expect(mistakes('Messages', ' ')).toEqual(['has an empty text'])
  })
})

describe('a file of words', () => {
  const read = (source: string) => entriesOf(parseWords('flags/flags.words.yaml', source))

  test('has both languages of each text, some of them in groups', () => {
    const source = 'title: { en: Flags, ar: العلامات }\nkinds:\n  red: { en: Red }\n'
    expect(read(source)).toEqual([
      { key: 'title', entry: { en: 'Flags', ar: 'العلامات' } },
      { key: 'kinds.red', entry: { en: 'Red' } },
    ])
  })

  test.each([
    ['title: { en: Caf\ufffd }', 'flags.words.yaml, line 1: a letter is lost; save it as UTF-8'],
    ['title: { en: One }\ntitle: { en: Two }', 'Map keys must be unique at line 2'],
    ['title: { en: [Flags] }', 'title.en is neither a text nor plural forms'],
    ['title: { en: { one: Flag } }', 'title.en is neither a text nor plural forms'],
    ['title: { ar: العلامات }', 'title has no English text'],
    ['title: { en: Flags, fr: Drapeaux }', "title: 'fr' is no language"],
    ['title: Flags', 'title has no text by language'],
    ['', 'flags/flags.words.yaml holds no words'],
  ])('that cannot be read is named: %s', (source, message) => {
    expect(() => read(source)).toThrow(message)
  })
})
