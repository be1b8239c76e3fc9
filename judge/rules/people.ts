import { inLatin } from '../read/domain.ts'
import { plainForm } from '../read/plain-form.ts'
import { consonantsOf } from './consonants.ts'

/** A name in a form for comparing: its words without titles; an initial is a word too. */
export interface Name {
  readonly words: readonly string[]
  readonly isArabic: boolean
}

const titles = new Set(
  'mr mrs ms dr eng prof ceo cfo coo cto md sir via al el managing director president chairman manager السيد السيده الدكتور الدكتوره المهندس المهندسه الاستاذ المدير العام مدير عام الرئيس التنفيذي'.split(
    ' ',
  ),
)

const isArabic = /\p{Script=Arabic}/u
const isPlain = /^[a-z .,'-]*$/

export function readName(text: string): Name {
  const lower = text.toLowerCase()
  const isSimple = isPlain.test(lower)
  const plain = isSimple ? lower : plainForm(inLatin(text)).normalize('NFKD').replace(/\p{M}/gu, '')
  const words = plain
    .split(isSimple ? /[^a-z]+/ : /[^\p{L}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
  return { words, isArabic: !isSimple && isArabic.test(text) }
}

/**
 * Whether two names are one person's: each word of the shorter one in the longer. An initial stands for
 * a word, but not both names for initials alone.
 */
export function isSameName(one: Name, two: Name): boolean {
  const [few, many] = one.words.length < two.words.length ? [one, two] : [two, one]
  if (few.words.length < 2) return false
  if (one.isArabic !== two.isArabic) return isTransliterated(few.words, many.words)
  return (
    few.words.some((word) => word.length > 2 && many.words.includes(word)) &&
    few.words.every((word) => many.words.some((other) => isSameWord(word, other)))
  )
}

/** One name in Arabic, the other in Latin letters; short names have too few consonants to tell. */
function isTransliterated(few: readonly string[], many: readonly string[]): boolean {
  const consonants = few.map(consonantsOf)
  if (consonants.join('').length < 5 || consonants.includes('')) return false
  const others = many.map(consonantsOf)
  return consonants.every((it) => others.includes(it))
}

function isSameWord(one: string, two: string): boolean {
  if (one.length > 1 && two.length > 1) return one === two
  return one[0] === two[0]
}

/** Whether the part of an address before the at sign spells a name: `omar.haddad.office`. */
export function spellsName(local: string, { words: all }: Name): boolean {
  const words = all.filter((word) => word.length > 2)
  if (words.length < 2) return false
  const parts = local.toLowerCase().split(/[^a-z]+/)
  return words.every((word) => parts.includes(word)) || parts.includes(words.join(''))
}

/** Whether a domain holds a word of a person's name. */
export function spellsFamily(domain: string, { words, isArabic }: Name): boolean {
  const parts = domain.split('-').map(consonantsOf)
  return words.some(
    (word) =>
      word.length > 2 &&
      (domain.includes(word) || (isArabic && parts.includes(consonantsOf(word)))),
  )
}
