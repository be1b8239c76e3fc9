import { describe, expect, test } from 'vitest'
import type { Words } from '../../contract/core/words/parse-words.ts'
import { problemsOf, spellingProblemsOf } from '../../tools/scripts/translations/terms.ts'
import { readPhrases } from '../support/arabic/phrases.ts'

test('names Arabic texts with words or signs that the glossary does not have', () => {
  const pair = (key: string, translated: Words) => ({ key, translated })
  const file = {
    path: 'words.yaml',
    pairs: [
      pair('good', 'يُرجى التحقق من المرسِل، فالرسالة خطِرة. البريد المرسل إليك آمن.'),
      pair('term', 'يرجى التحقق'),
      pair('sign', 'نعم, لا'),
      pair('forms', { one: 'رسالة ضارّة', other: '{count} رسالة ضارة' }),
    ],
  }
  expect(problemsOf(file)).toEqual([
    "words.yaml: term: 'يرجى'; write يُرجى",
    "words.yaml: sign: ','; write ،",
    "words.yaml: forms: 'ضارة'; write ضارّة",
  ])
})

test('no Arabic text is a sentence in another language', () => {
  const translated = readPhrases().flatMap(({ arabic }) =>
    typeof arabic === 'string' ? [arabic] : Object.values(arabic),
  )
  expect(translated.length).toBeGreaterThan(2000)
  // Names of people have two words.
  const sentence = /(?:[a-z]{2,}\W+){2}[a-z]{2,}/i
  const found = translated.filter(
    (text) =>
      // Commands are the same in every language.
      !text.startsWith('npm run ') &&
      sentence.test(text.replaceAll(/\{\w+\}|\S+[.@/]\w+/g, '')) &&
      !/\p{Script=Arabic}/u.test(text),
  )
  expect(found).toEqual([])
})

describe('one spelling for each word', () => {
  const fileOf = (path: string, ...translated: readonly string[]) => ({
    path,
    pairs: translated.map((text, at) => ({ key: String(at), translated: text })),
  })

  test('a word with a shadda in one text and without it in another is found with both places', () => {
    expect(
      spellingProblemsOf([fileOf('a', 'من هذا المتصفّح'), fileOf('b', 'x', 'المتصفح.')]),
    ).toEqual(["'المتصفّح' in a: 0, 'المتصفح' in b: 1"])
  })

  test('two words that only the shadda tells apart are two words', () => {
    expect(spellingProblemsOf([fileOf('a', 'غيّر', 'غير نشط'), fileOf('b', 'غيّر')])).toEqual([])
  })
})
