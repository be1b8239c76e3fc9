import { describe, expect, test } from 'vitest'
import { readTranslation } from '../../build/locales/translation.ts'
import { compare } from '../../scripts/translations/compare.ts'
import { readEnglish } from '../../scripts/translations/english.ts'

const english = new Map([
  ['title', { words: 'Messages', counts: false }],
  ['greeting', { words: 'Hello {name}', counts: false }],
  ['found', { words: { one: '{count} message', other: '{count} messages' }, counts: true }],
])
const six = {
  zero: 'لا رسائل',
  one: 'رسالة واحدة',
  two: 'رسالتان',
  few: '{count} رسائل',
  many: '{count} رسالة',
  other: '{count} رسالة',
}
const whole = { title: 'الرسائل', greeting: 'أهلًا {name}', found: six }

describe('a translation', { tags: ['A836'] }, () => {
  test('with every key, placeholder and plural form has no mistakes', () => {
    expect(compare(english, whole, 'ar')).toEqual({ mistakes: [], missing: [] })
    // Words that hold for every number need no forms.
    const plain = { ...whole, found: 'عدد الرسائل: {count}' }
    expect(compare(english, plain, 'ar')).toEqual({ mistakes: [], missing: [] })
  })

  test('is told which keys are missing and which English does not have', () => {
    const { title, ...rest } = whole
    expect(compare(english, { ...rest, titel: title }, 'ar')).toEqual({
      mistakes: ['titel: English has no such key'],
      missing: ['title'],
    })
  })

  test('is told which placeholder is missing or unknown, and in which form', () => {
    const wrong = {
      ...whole,
      greeting: 'أهلًا {nam}',
      found: { ...six, many: 'رسالة', two: '{number} رسالتان' },
    }
    expect(compare(english, wrong, 'ar').mistakes).toEqual([
      'greeting: {name} is missing',
      'greeting: {nam} is not a placeholder of the English text',
      "found: in 'two', {number} is not a placeholder of the English text",
      "found: in 'many', {count} is missing",
    ])
  })

  test('is told which plural form is missing and which its language does not use', () => {
    const { few, ...others } = six
    const found = { ...others, several: few }
    expect(compare(english, { ...whole, found }, 'ar').mistakes).toEqual([
      "found: has no form 'few'",
      "found: the language does not use the form 'several'",
    ])
    const title = { one: 'رسالة', other: 'رسائل' }
    expect(compare(english, { ...whole, title }, 'ar').mistakes).toEqual([
      'title: English has one text here, without plural forms',
    ])
  })

  test('is told which text is empty', () => {
    expect(compare(english, { ...whole, title: ' ' }, 'ar').mistakes).toEqual([
      'title: has an empty text',
    ])
  })

  test('that cannot be read is named with its file and line', () => {
    expect(() => readTranslation('ar/team.yaml', 'title: فريق\nname: Caf\ufffd\n')).toThrow(
      'ar/team.yaml, line 2: a letter is lost; save it as UTF-8',
    )
    expect(() => readTranslation('ar/team.yaml', 'title: فريق\ntitle: فريق\n')).toThrow(
      /ar\/team\.yaml: Map keys must be unique at line 2/,
    )
    expect(() => readTranslation('ar/team.yaml', 'title:\n  - فريق\n  - 3\n')).toThrow(
      'ar/team.yaml: title is neither a text nor plural forms',
    )
    expect(() => readTranslation('ar/team.yaml', '')).toThrow('ar/team.yaml holds no words')
  })
})

test('the English words are known with what each of them takes', { tags: ['A836'] }, async () => {
  const components = await readEnglish()
  const list = components.get('messageList')
  expect(list?.get('found')).toEqual({
    words: { one: '{count} message', other: '{count} messages' },
    counts: true,
  })
  expect(list?.get('neverSeen')).toEqual({
    words: 'We have not seen mail from {sender}',
    counts: false,
  })
  expect(components.get('employee')?.get('moreIndicators')).toEqual({
    words: '+{count} more',
    counts: true,
  })
})
