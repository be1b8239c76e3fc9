import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'astro/zod'
import { describe, expect, test } from 'vitest'
import { checkContent } from '../../src/content/check.ts'
import { contentSchemas, faqSchema } from '../../src/content/files.ts'
import { readContent } from '../../src/content/loader.ts'
import { findWrongSign } from '../../src/content/rules/arabic-signs.ts'
import { arabicFigures, findUnknownFigure } from '../../src/content/rules/promises.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test.each([
  '99%',
  '98 في المئة',
  '98 بالمئة',
  '90 يومًا',
  'تسعين يومًا',
  'يومين',
  '3 ثوانٍ',
  'ثلاث ثوانٍ',
  'خمس دقائق',
  'ثلاث ساعات',
  'ساعة واحدة',
  'أسبوعين',
  'اثنتي عشرة ساعة',
  'سنتين',
  'اليوم 60',
  'خَمسُ دَقائق',
  'أربعة أيام',
  'ست ساعات',
  'سبع سنوات',
  'ثماني ساعات',
  'تسعة أشهر',
  'عشرين يومًا',
  'ستين دقيقة',
  'مئة يوم',
])('the content check finds the Arabic figure %j, which was never promised', (figure) => {
  expect(findUnknownFigure(`يُرجى العلم: ${figure}، دائمًا.`)).toBeDefined()
})

test.each([
  '97%',
  '0.01%',
  'ثانيتان',
  'ثانيتَيْن',
  '24/7',
  '30 يومًا',
  'ثلاثين يومًا',
  'اليوم 30',
  'ساعتين',
  'والساعتان',
  'سبعة أيام، في كل منها أربع وعشرون ساعة',
  'رسالة واحدة من كل عشرة آلاف',
  'خمس حيل، وثلاث نقاط، وأربع خطوات',
])('in Arabic %j is as it was promised, or no promise', (words) => {
  expect(findUnknownFigure(`في ${words}.`)).toBeUndefined()
})

test('a figure in Arabic words is known where it is agreed on in digits', () => {
  expect(findUnknownFigure('تنتهي بعد اثنتي عشرة ساعة.', ['12 hours'])).toBeUndefined()
  expect(findUnknownFigure('تنتهي بعد عشر ساعات.', ['12 hours'])).toBe('عشر ساعات')
})

const filesOf = (folder: string) =>
  globSync('*.yaml', { cwd: `src/content/${folder}` }).sort((one, other) => (one < other ? -1 : 1))

test.each(Object.entries(contentSchemas))(
  'the Arabic file %s is whole, and each of its lists as long as in English',
  (name, schema) => {
    const read = (folder: string) =>
      checkContent(name, readFileSync(`src/content/${folder}${name}.yaml`, 'utf8'), schema)
    expect(shapeOf(read('ar/'))).toEqual(shapeOf(read('')))
    expect(filesOf('ar')).toEqual(filesOf(''))
  },
)

/** The same names and entries, without the texts. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, shapeOf(it)]))
}

test('the Arabic front page and questions make the promises of the specification', () => {
  for (const file of ['landing', 'faq']) {
    const said = readFileSync(`src/content/ar/${file}.yaml`, 'utf8').replace(/^#.*$/gm, '')
    const figures = new Set(arabicFigures(said).map(({ canonical }) => canonical))
    for (const promise of ['97%', '0.01%', '2s', '30day', '2hour']) {
      expect(figures, file).toContain(promise)
    }
  }
  expect(readFileSync('src/content/ar/landing.yaml', 'utf8')).toContain('"24/7"')
})

test('figures and drawings of the Arabic front page state the promises of the English one', () => {
  const read = (folder: string) => {
    const file = `src/content/${folder}landing.yaml`
    return checkContent(file, readFileSync(file, 'utf8'), contentSchemas.landing)
  }
  const [english, arabic] = [read(''), read('ar/')]
  for (const [index, promise] of ['97%', '0.01%', '2s', '24/7'].entries()) {
    const said = [arabic.figures[index]?.value, arabic.claims.items[index]?.claim].map(
      (text = '') => arabicFigures(text)[0]?.canonical ?? /\d+\/\d+/.exec(text)?.[0],
    )
    expect(said).toEqual([promise, promise])
    expect(english.figures[index]?.value).toBe(promise)
  }
})

test('both policies change on the same day', () => {
  const datesOf = (folder: string) =>
    readFileSync(`src/content/${folder}privacy-policy.yaml`, 'utf8').match(/\d{4}-\d\d-\d\d/g)
  expect(datesOf('ar/')).toEqual(datesOf(''))
})

test.each([
  ['نقرأ بريدك, ثم ننساه.', ',', '،'],
  ['الحارس ليس حارسًا; لذلك ننسى.', ';', '؛'],
  ['كيف يعمل أمان?', '?', '؟'],
  ['الضغط على "إرسال"', '"', '« and »'],
  ['الضغط على “إرسال”', '“', '« and »'],
  ['تُحفظ ٣٠ يومًا', '٣', 'Western digits: 0 to 9'],
  ['تُحفظ ۳۰ يومًا', '۳', 'Western digits: 0 to 9'],
  ['إنذار كاذب في 0٫01% من الرسائل', '٫', 'a point or a comma, as in 0.01'],
  ['دقة كشف 97٪', '٪', '%'],
  ['أمـــان', 'ـ', 'the word without the long stroke'],
])('in an Arabic text %j is refused for its sign', (text, wrong, right) => {
  expect(findWrongSign(text)).toEqual({ wrong, right })
})

test.each([
  'نقرأ بريدك، ثم ننساه؛ فهل تسأل: «لماذا؟»',
  'Aman (أمان) is Arabic for safety, and "أمان" is said in 0.01% of cases.',
  'نسبة الإنذارات 0.01%، عبر rspamd, postfix',
])('the signs of %j may stay', (text) => {
  expect(findWrongSign(text)).toBeUndefined()
})

test('a wrong sign is named with its field and line', () => {
  const source = readFileSync('src/content/ar/faq.yaml', 'utf8')
  const wrong = source.replace('؟"', '?"')
  expect(wrong).not.toBe(source)
  expect(() => checkContent('src/content/ar/faq.yaml', wrong, contentSchemas.faq)).toThrow(
    /questions\[1\]\.question \(line 5\)\n {4}is wrong: has \? in an Arabic text; Arabic has ؟/,
  )
})

const faq = readFileSync('src/content/faq.yaml', 'utf8')

/** The message after an edit of a file that was good. */
function complaint(text: string | undefined): string {
  try {
    checkContent('src/content/faq.yaml', text, faqSchema)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'nothing is wrong'
}

function replaced(before: string, after: string): string {
  expect(faq).toContain(before)
  return faq.replace(before, after)
}

const question = '"How does Aman know that an email is dangerous?"'
const straight = 'the whole text between two straight quotes: "text"'

describe('A fault of punctuation is told by its own line, in plain words', () => {
  test.each<[string, string, number, string, string]>([
    ['dangerous?"', 'dangerous?', 5, 'has no straight quote at its end', straight],
    ['"How does', 'How does', 5, 'has no quote at its beginning', straight],
    [question, '“How?”', 5, 'has the quote “ of a word processor around it', straight],
    ['"How does', '“How does', 5, 'has the quote “ of a word processor around it', straight],
    ['dangerous?"', 'dangerous?”', 5, 'has no straight quote at its end', straight],
    [question, '„Wie?“', 5, 'has the quote „ of a word processor around it', straight],
    [
      'does Aman know',
      'does "Aman" know',
      5,
      'has a quote inside the text, or words after the last quote',
      'a quote inside a text is written \\"',
    ],
    ['dangerous?"', 'dangerous\\?"', 5, 'has \\? in it', 'a backslash only in \\" and \\n'],
    [
      '  - question: "What',
      '\t- question: "What',
      7,
      'is set in with a tab',
      'spaces, as many as its neighbours have',
    ],
    [
      '    answer: "AI',
      '   answer: "AI',
      6,
      'is set in by 3 spaces, its neighbours by 4',
      '4 spaces before it',
    ],
    [
      '    answer: "AI',
      '     answer: "AI',
      6,
      'is set in by 5 spaces, its neighbours by 4',
      '4 spaces before it',
    ],
    [
      '  - question: "What',
      ' - question: "What',
      7,
      'is set in by 1 space, its neighbours by 2',
      '2 spaces before it',
    ],
    [
      '- question: "What',
      '-question: "What',
      7,
      'has no space after the dash',
      'a dash and a space',
    ],
    [
      '- question: "What',
      '  question: "What',
      7,
      'the name question stands twice in one entry',
      'each name once; the first line of an entry of a list begins with a dash',
    ],
    [
      '    answer: "AI',
      '    question: "Why?"\n    answer: "AI',
      6,
      'the name question stands twice in one entry',
      'each name once',
    ],
    ['answer: "AI', 'answer "AI', 6, 'has no colon after answer', 'answer: "text"'],
    ['answer: "AI', 'answer:"AI', 6, 'has no space after the colon', 'answer: "text"'],
    [question, 'How: does Aman know?', 5, 'has a colon in a text without quotes', straight],
    [question, '*How*', 5, 'begins with *, without quotes', straight],
    [question, '!How', 5, 'begins with !, without quotes', straight],
    ['# ', '<<<<<<< HEAD\n# ', 1, 'holds the mark of two edits that clash', 'one of the two texts'],
  ])('%j as %j', (before, after, line, problem, expected) => {
    const message = complaint(replaced(before, after))
    expect(message).toContain(`punctuation (line ${line})\n    is wrong: ${problem}\n`)
    expect(message).toContain(`expected: ${expected}`)
  })
})

test.each([
  ['is empty', ''],
  ['is empty', '# Only a note\n'],
  ['is missing', undefined],
  ['holds no names of fields', 'hello'],
])('a file that %s says which fields it should hold', (problem, text) => {
  expect(complaint(text)).toBe(`src/content/faq.yaml needs a correction

  the file (line 1)
    is wrong: ${problem}
    expected: the fields questions; take back the last change of the file
`)
})

test('no message has the words of the parser', () => {
  const lines = faq.split('\n')
  for (const index of lines.keys()) {
    for (const edit of [
      (line: string) => line.slice(1),
      (line: string) => ` ${line}`,
      (line: string) => line.slice(0, -1),
      (line: string) => line.replace('"', ''),
      (line: string) => line.replace(':', ''),
      (line: string) => `${line}${line}`,
      (line: string) => `${line}\n${line}`,
    ]) {
      const edited = lines.map((line, place) => (place === index ? edit(line) : line)).join('\n')
      expect(complaint(edited)).not.toMatch(
        /scalar|mapping|implicit|sequence|indicator|token|\bnode\b|cannot be read/i,
      )
    }
  }
})

const schema = z.strictObject({ title: z.string() })

async function folderWith(files: Record<string, string>) {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder.path, 'src/content', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { ...folder, root: pathToFileURL(`${folder.path}/`) }
}

test('content is read from the folder of its language, and untranslated content from English', async () => {
  await using folder = await folderWith({
    'faq.yaml': 'title: Questions\n',
    'site.yaml': 'title: Site\n',
    'ar/faq.yaml': 'title: أسئلة\n',
  })
  const titleOf = async (name: string, locale: 'en' | 'ar') =>
    (await readContent(folder.root, name, locale, schema)).title
  expect(await titleOf('faq', 'en')).toBe('Questions')
  expect(await titleOf('faq', 'ar')).toBe('أسئلة')
  expect(await titleOf('site', 'en')).toBe('Site')
  expect(await titleOf('site', 'ar')).toBe('Site')
})

test('a mistake in a translation names its own file', async () => {
  await using folder = await folderWith({
    'faq.yaml': 'title: Questions\n',
    'ar/faq.yaml': 'titel: أسئلة\n',
  })
  await expect(readContent(folder.root, 'faq', 'ar', schema)).rejects.toThrow(
    'src/content/ar/faq.yaml needs a correction',
  )
})
