import { describe, expect, test } from 'vitest'
import type { Words } from '../../contract/core/words/parse-words.ts'
import { arabicTexts } from '../../tools/scripts/translations/arabic-texts.ts'
import { pairsOf } from '../../tools/scripts/translations/content-texts.ts'
import { documentOf } from '../../tools/scripts/translations/document.ts'
import { spellingProblemsOf } from '../../tools/scripts/translations/spellings.ts'
import { problemsOf } from '../../tools/scripts/translations/terms.ts'
import { readPhrases } from '../support/arabic/phrases.ts'

describe('the list of Arabic texts', () => {
  test('has the texts of a content file beside the English ones, and no dates', () => {
    const english = { date: '2026-01-15', hero: { lead: 'Peace' }, steps: ['One', 'Two'] }
    const arabic = { date: '2026-01-15', hero: { lead: 'سلام' }, steps: ['واحد', 'اثنان', 'ثلاثة'] }
    expect(pairsOf('', english, arabic)).toEqual([
      { key: 'hero.lead', english: 'Peace', translated: 'سلام' },
      { key: 'steps.0', english: 'One', translated: 'واحد' },
      { key: 'steps.1', english: 'Two', translated: 'اثنان' },
      { key: 'steps.2', english: undefined, translated: 'ثلاثة' },
    ])
  })

  test('has the words of islands and server, with the names of values in braces', () => {
    const files = arabicTexts().flatMap(({ files }) => files)
    const pairOf = (path: string, key: string) =>
      files.find((file) => file.path.endsWith(path))?.pairs.find((pair) => pair.key === key)
    expect(pairOf('/flag-tools.words.yaml', 'newest')).toEqual({
      key: 'newest',
      english: 'Newest first',
      translated: 'الأحدث أولًا',
    })
    expect(pairOf('server/receipts/receipt.words.yaml', 'industries.insurance')).toEqual({
      key: 'industries.insurance',
      english: 'Insurance',
      translated: 'التأمين',
    })
    expect(pairOf('server/receipts/receipt.words.yaml', 'rate')?.english).toMatch(
      /^\{rate\} per email scan/,
    )
  })

  test('shows plural forms, lines and signs of Markdown as they are', () => {
    const forms = { one: 'رسالة واحدة', other: '{count} رسالة' }
    const pairs = [
      {
        key: 'found',
        english: { one: '{count} mail', other: '{count} mails' },
        translated: forms,
      },
      { key: 'note', english: 'A | B\n<b>', translated: 'أ | ب\n<b>' },
    ]
    const document = documentOf([
      { title: 'Words', about: 'Of one file.', files: [{ path: 'words.yaml', pairs }] },
    ])
    expect(document).toContain('Every text of Aman in both languages: 2 of them.')
    expect(document).toContain(
      '| `found` | one: {count} mail<br>other: {count} mails | <span dir="rtl">one: رسالة واحدة</span><br><span dir="rtl">other: {count} رسالة</span> |',
    )
    expect(document).toContain(
      '| `note` | A \\| B<br>&lt;b&gt; | <span dir="rtl">أ \\| ب</span><br><span dir="rtl">&lt;b&gt;</span> |',
    )
  })
})

test('names Arabic texts with words or signs that the glossary does not have', () => {
  const pair = (key: string, translated: Words) => ({
    key,
    english: undefined,
    translated,
  })
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
    pairs: translated.map((text, at) => ({ key: String(at), english: 'x', translated: text })),
  })

  test('a word with a shadda in one text and without it in another is found with both places', () => {
    expect(
      spellingProblemsOf([fileOf('a', 'من هذا المتصفّح'), fileOf('b', 'x', 'المتصفح.')]),
    ).toEqual(["'المتصفّح' in a: 0, 'المتصفح' in b: 1"])
  })

  test('two words that only the shadda tells apart are two words', () => {
    expect(spellingProblemsOf([fileOf('a', 'غيّر', 'غير نشط'), fileOf('b', 'غيّر')])).toEqual([])
  })

  test('holds for every Arabic text', () => {
    expect(spellingProblemsOf(arabicTexts().flatMap(({ files }) => files))).toEqual([])
  })
})
