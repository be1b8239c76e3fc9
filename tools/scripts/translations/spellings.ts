import type { TextFile } from './texts.ts'

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
