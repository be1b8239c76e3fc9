// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isAscii = /^[\x00-\x7f]*$/
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const arabicMarks = /[\u064b-\u0652\u0670\u0640]/g

/** One form for what is written in several ways: small letters, Arabic without marks, one kind of apostrophe. */
export function plainForm(text: string): string {
  if (isAscii.test(text)) return text.replaceAll('`', "'").toLowerCase()
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(arabicMarks, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
}
