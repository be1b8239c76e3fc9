import { storableLine } from '../../contract/core/basic.ts'

/** Text as names are compared: width, composition and case do not matter (NFKC, lower case). */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Without marks of direction, zero-width spaces and the like, which come along when text is copied. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').trim()
}

/** Also without marks: 'résumé' is found by 'resume', and Arabic text without its vowel signs. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
}

/** Names from before line breaks were rejected may contain some. */
export function asOneLine(line: string): string {
  return storableLine(line).trim()
}

/** The order of texts by their code units, as databases have that of ids and times. */
export function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
