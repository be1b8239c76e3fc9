import { findWrongSign } from '../../../src/content/rules/arabic-signs.ts'
import type { TextFile } from './arabic-texts.ts'

/** Words and spellings beside which docs/glossary-arabic.md has another one. */
const terms: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/[إا]يميل/u, 'بريد إلكتروني، رسالة'],
  // 'What was sent to an address' has no kasra.
  [/المرسل(?! إلي)|مرسلين|مرسلون/u, 'المرسِل'],
  [/مستلم/u, 'المستلِم'],
  [/خطرة/u, 'خطِرة'],
  [/ضارة/u, 'ضارّة'],
  [/أدلة/u, 'أدلّة'],
  [/التصيد/u, 'التصيّد الاحتيالي'],
  [/مرشح/u, 'مرشّح البريد'],
  [/مزود/u, 'مزوّد'],
  [/الموحد(?!\p{L})/u, 'الدخول الموحّد'],
  [/منظمة|منظمات/u, 'مؤسسة'],
  [/لوحة (?:القيادة|التحكم)|داشبورد/u, 'لوحة المعلومات'],
  [/كلمة السر|كلمات السر/u, 'كلمة المرور'],
  [/الولوج/u, 'تسجيل الدخول'],
  [/هوك/u, 'خطّاف الويب (webhook)'],
  [/نسبة الاكتشاف/u, 'نسبة الكشف'],
  [/حجب/u, 'حظر'],
  [/جاري(?!\p{L})/u, 'جارٍ'],
  [/الرجاء|(?<![\p{L}\p{M}])يرجى/u, 'يُرجى'],
]

/** @returns the term of the glossary for a word of the text; undefined where the text keeps to it */
function findWrongTerm(text: string) {
  for (const [pattern, right] of terms) {
    const wrong = pattern.exec(text)?.[0]
    if (wrong !== undefined) return { wrong, right }
  }
  return undefined
}

/** Mistakes in words and signs of Arabic texts, each with its place. */
export function problemsOf({ path, pairs }: TextFile): string[] {
  return pairs.flatMap(({ key, translated }) =>
    (typeof translated === 'string' ? [translated] : Object.values(translated)).flatMap((text) =>
      [findWrongTerm(text), findWrongSign(text)]
        .filter((found) => found !== undefined)
        .map(({ wrong, right }) => `${path}: ${key}: '${wrong}'; write ${right}`),
    ),
  )
}

const word = /[\p{Script=Arabic}\p{M}]+/gu
const shadda = /\u0651/gu

/** Two words each, which only the shadda tells apart: 'he followed' and 'he traced'. */
const homographs: ReadonlySet<string> = new Set(['تتبع', 'تحمل', 'سجل', 'غير'])

/** Words of Arabic texts that stand in one place with a shadda and in another without it. */
export function spellingProblemsOf(files: readonly TextFile[]): string[] {
  const places = new Map<string, Map<string, string>>()
  for (const { path, pairs } of files) {
    for (const { key, translated } of pairs) {
      const texts = typeof translated === 'string' ? [translated] : Object.values(translated)
      for (const [form] of texts.flatMap((text) => [...text.matchAll(word)])) {
        const bare = form.replaceAll(shadda, '')
        const forms = places.get(bare) ?? new Map<string, string>()
        if (!forms.has(form)) forms.set(form, `${path}: ${key}`)
        places.set(bare, forms)
      }
    }
  }
  return Array.from(places)
    .filter(([bare, forms]) => forms.size > 1 && !homographs.has(bare))
    .map(([, forms]) => Array.from(forms, ([form, place]) => `'${form}' in ${place}`).join(', '))
}
