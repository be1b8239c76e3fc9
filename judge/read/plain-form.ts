// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isAscii = /^[\x00-\x7f]*$/
/** Letters without width: format characters, variation selectors and fillers. */
export const invisible =
  /\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu
const arabicMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g

/**
 * One form for what is written in several ways: as it is drawn, small letters, Arabic without marks, one kind of
 * apostrophe.
 */
export function plainForm(text: string): string {
  if (isAscii.test(text)) return text.replaceAll('`', "'").toLowerCase()
  return forwards(text)
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(arabicMarks, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
}

/** A text as it is drawn where a letter turns its direction. */
export function forwards(text: string): string {
  return text.replace(/\u202e([^\u202c\n]{1,2000})/g, (_, backwards: string) =>
    [...backwards].reverse().join(''),
  )
}
