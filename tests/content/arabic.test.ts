import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkContent } from '../../src/content/check.ts'
import { contentSchemas } from '../../src/content/files.ts'
import { findWrongSign } from '../../src/content/rules/arabic-signs.ts'
import { arabicFigures, findUnknownFigure } from '../../src/content/rules/promises.ts'

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
