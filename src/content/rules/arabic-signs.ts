/**
 * Signs that keyboards and word processors put into Arabic texts, with Aman's Arabic in their
 * place.
 */
const signs: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/(?<=[\p{Script=Arabic}\p{Mn}»)]),/u, '،'],
  [/(?<=[\p{Script=Arabic}\p{Mn}»)]);/u, '؛'],
  [/(?<=[\p{Script=Arabic}\p{Mn}»)])\s*\?/u, '؟'],
  [/["“”„]/u, '« and »'],
  [/[٠-٩۰-۹]/u, 'Western digits: 0 to 9'],
  [/[٪]/u, '%'],
  [/[٫٬]/u, 'a point or a comma, as in 0.01'],
  [/ـ/u, 'the word without the long stroke'],
]

interface WrongSign {
  readonly wrong: string
  readonly right: string
}

/** @returns the first sign of an Arabic text that Arabic writes differently; undefined in other texts */
export function findWrongSign(text: string): WrongSign | undefined {
  if (!isArabic(text)) return undefined
  for (const [pattern, right] of signs) {
    const wrong = pattern.exec(text)?.[0]
    if (wrong !== undefined) return { wrong: wrong.trim(), right }
  }
  return undefined
}

/** An English text with an Arabic word in it keeps the signs of English. */
function isArabic(text: string): boolean {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  return arabic > (text.match(/[A-Za-z]/g)?.length ?? 0)
}
