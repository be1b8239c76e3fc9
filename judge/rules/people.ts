import type { Knowledge } from '../knowledge.ts'
import { onceFor } from './once-for.ts'

/** Words of a name in one form, without titles; for comparing names. */
function wordsOfName(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1 && !titles.has(word))
}

const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'eng',
  'prof',
  'ceo',
  'cfo',
  'sir',
  'via',
  'السيد',
  'الدكتور',
  'المهندس',
])

type Person = NonNullable<Knowledge['people']>[number]

/** An organization may have thousands of people, who are the same for all of its mails. */
const wordsOfPerson = onceFor(({ name }: Person) => wordsOfName(name))

/** The person of that name: at least two words, and all of the shorter name in the longer. */
export function personNamed(people: readonly Person[], name: string): Person | undefined {
  const words = wordsOfName(name)
  if (words.length < 2) return undefined
  return people.find((person) => {
    const others = wordsOfPerson(person)
    if (others.length < 2) return false
    const [few, many] = words.length < others.length ? [words, others] : [others, words]
    return few.every((word) => many.includes(word))
  })
}
