import { plainForm } from '../read/plain-form.ts'
import { consonantsOf } from './consonants.ts'

/** The words of a name in one form, without titles; an initial is a word too. */
function wordsOfName(name: string): string[] {
  return plainForm(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
}

const titles = new Set(
  'mr mrs ms dr eng prof ceo cfo coo cto md sir via al el managing director president chairman manager السيد السيده الدكتور الدكتوره المهندس المهندسه الاستاذ المدير العام مدير عام الرئيس التنفيذي'.split(
    ' ',
  ),
)

/**
 * Whether two names are one person's: each word of the shorter one in the longer. An initial stands for
 * a word, but not both names for initials alone.
 */
export function isSameName(one: string, two: string): boolean {
  const [few = [], many = []] = [wordsOfName(one), wordsOfName(two)].toSorted(
    (a, b) => a.length - b.length,
  )
  if (isArabic.test(one) !== isArabic.test(two)) return isTransliterated(few, many)
  if (few.length < 2 || !few.some((word) => word.length > 2 && many.includes(word))) return false
  return few.every((word) => many.some((other) => isSameWord(word, other)))
}

const isArabic = /\p{Script=Arabic}/u

/** One name in Arabic, the other in Latin letters; short names have too few consonants to tell. */
function isTransliterated(few: readonly string[], many: readonly string[]): boolean {
  const consonants = few.map(consonantsOf)
  const others = many.map(consonantsOf)
  return (
    few.length >= 2 &&
    consonants.join('').length >= 5 &&
    consonants.every((it) => it !== '' && others.includes(it))
  )
}

function isSameWord(one: string, two: string): boolean {
  if (one.length > 1 && two.length > 1) return one === two
  return one[0] === two[0]
}

/** Whether the part of an address before the at sign spells a name: `omar.haddad.office`. */
export function spellsName(local: string, name: string): boolean {
  const words = wordsOfName(name).filter((word) => word.length > 2)
  if (words.length < 2) return false
  const parts = local.toLowerCase().split(/[^a-z]+/)
  return words.every((word) => parts.includes(word)) || parts.includes(words.join(''))
}

/** Whether a domain holds a word of a person's name. */
export function spellsFamily(domain: string, name: string): boolean {
  return wordsOfName(name).some((word) => word.length > 2 && domain.includes(word))
}

const role =
  /^\W{0,3}(?:the |office of the |from the )?(?:ceo|cfo|coo|md|managing director|general manager|executive director|chief (?:executive|financial|operating) officer|president|vice president|chair(?:man|woman|person)?|director(?:'s office| general)?|finance director|head of \w+)\b|^\W{0,3}(?:مكتب )?(?:المدير (?:العام|التنفيذي|المالي)|مدير عام|الرئيس التنفيذي|رئيس مجلس|نائب الرئيس|رئيس الشركه|الاداره العليا)/u

/** Whether a sender is named by a leading role alone. */
export function isLeadingRole(name: string): boolean {
  return role.test(plainForm(name))
}
