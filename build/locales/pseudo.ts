/**
 * Stands for every language that is not English, as CLDR's pseudo-locale of this name does: words are
 * made from the English ones and never stored; numbers, dates, plural forms and collation are Arabic,
 * and the page reads from right to left.
 */
export const pseudoLocale = 'ar-XB'

/** `tools/scripts/build-site.ts --pseudo-locale` sets it; no other build has the pseudo-locale. */
export const isPseudoBuild = process.env.PSEUDO_LOCALE === '1'

const plain = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'
const accented = 'ÀàƁƀÇçÐðÈèƑƒĞğĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž'
const accents = new Map(Array.from(plain, (letter, index) => [letter, accented[index] ?? letter]))

/** Texts that stay as they are: the product's name, placeholders, addresses, domains and paths. */
const kept = /\bAman\b|\{\w+\}|\S*[@/]\S*|\b[\w-]+\.(?:example|com)\b/g
const word = /\p{L}+/gu

/** Accented letters, longer words, and brackets that show where a text is cut or put together. */
export function pseudoText(text: string): string {
  if (!/[A-Za-z]/.test(text)) return text
  let made = ''
  let end = 0
  for (const match of text.matchAll(kept)) {
    made += pseudoWords(text.slice(end, match.index)) + match[0]
    end = match.index + match[0].length
  }
  // Blanks at the ends part a text from what it is joined with.
  const [, before = '', inner = '', after = ''] =
    /^(\s*)([\s\S]*?)(\s*)$/.exec(made + pseudoWords(text.slice(end))) ?? []
  return `${before}[${inner}]${after}`
}

/** About 40 % longer: every word repeats its end, as long words are what breaks a layout. */
function pseudoWords(text: string): string {
  return text.replace(word, (letters) => {
    const longer = letters + letters.slice(letters.length - Math.round(letters.length * 0.4))
    return Array.from(longer, (letter) => accents.get(letter) ?? letter).join('')
  })
}

/**
 * @param plainFields names of fields that are not texts for readers
 * @returns the same value with every text in it made longer
 */
export function pseudoValue<Value>(value: Value, plainFields?: ReadonlySet<string>): Value
export function pseudoValue(value: unknown, plainFields: ReadonlySet<string> = new Set()): unknown {
  if (typeof value === 'string') return pseudoText(value)
  if (Array.isArray(value)) return value.map((it) => pseudoValue(it, plainFields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [
      name,
      plainFields.has(name) ? it : pseudoValue(it, plainFields),
    ]),
  )
}
