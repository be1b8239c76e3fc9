import type { Knowledge } from '../knowledge.ts'
import { consonantsOf } from './consonants.ts'
import { keptFor } from './kept-for.ts'
import { isSameName, type Name, readName, spellsName } from './people.ts'

export interface Person {
  readonly name: string
  readonly address?: string
  readonly read: Name
  /** In the organization's list. */
  readonly at: number
}

/** Those whose names have a word, all words of more than two letters together, or the sound of a word. */
type KnownPeople = ReadonlyMap<string, readonly Person[]>

/** An organization has thousands, and few of them are alike at first sight. */
export const readPeople = keptFor((all: NonNullable<Knowledge['people']>): KnownPeople => {
  const found = new Map<string, Person[]>()
  for (const [at, person] of all.entries()) {
    const read = readName(person.name)
    const made = { ...person, at, read }
    // Each name that another is alike has one of these.
    const long = read.words.filter((word) => word.length > 2)
    for (const key of new Set([...long, long.join(''), ...soundsOf(read, read.isArabic)])) {
      const others = found.get(key) ?? []
      others.push(made)
      found.set(key, others)
    }
  }
  return found
})

/** The first who has this name. */
export function findByName(known: KnownPeople, name: Name): Person | undefined {
  return firstOf(known, keysOf(name), ({ read }) => isSameName(read, name))
}

/** The first who signs with one of these names, which stand under a text. */
export function findSigner(known: KnownPeople, names: readonly Name[]): Person | undefined {
  const keys = names.flatMap(keysOf)
  return firstOf(known, keys, ({ read }) => names.some((name) => isSameName(name, read)))
}

/** The first whose name is spelt by the part of an address before the at sign. */
export function findByAddress(known: KnownPeople, local: string): Person | undefined {
  return firstOf(known, local.toLowerCase().split(/[^a-z]+/), ({ read }) => spellsName(local, read))
}

/** The sounds of one script find names in the other. */
function keysOf(name: Name): readonly string[] {
  return [...name.words, ...soundsOf(name, !name.isArabic)]
}

function soundsOf({ words }: Name, isArabic: boolean): readonly string[] {
  return words.map((word) => `${isArabic} ${consonantsOf(word)}`)
}

/** The first of the list. Each is tested once, however often a mail repeats a word. */
function firstOf(
  known: KnownPeople,
  keys: readonly string[],
  isFound: (person: Person) => boolean,
): Person | undefined {
  const alike = new Set(keys.flatMap((key) => known.get(key) ?? []))
  return [...alike].toSorted((one, other) => one.at - other.at).find(isFound)
}
