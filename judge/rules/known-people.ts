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

/** Those with a word, in the order of the list. */
type ByWord = ReadonlyMap<string, readonly Person[]>

interface KnownPeople {
  /** By words of more than two letters, of which each name that another is alike has one. */
  readonly words: ByWord
  /** By all such words together, as addresses have them. */
  readonly joined: ByWord
  /** By what their words sound like, of names in the one script and in the other. */
  readonly soundsOf: (isArabic: boolean) => ByWord
}

/** An organization has thousands, and few of them are alike at first sight. */
export const readPeople = keptFor((all: NonNullable<Knowledge['people']>): KnownPeople => {
  const people = all.map((person, at) => ({ ...person, at, read: readName(person.name) }))
  const sounds = new Map<boolean, ByWord>()
  return {
    words: byWord(people, ({ read }) => longWords(read)),
    joined: byWord(people, ({ read }) => [longWords(read).join('')]),
    soundsOf(isArabic) {
      const known = sounds.get(isArabic)
      if (known !== undefined) return known
      const some = people.filter(({ read }) => read.isArabic === isArabic)
      const made = byWord(some, ({ read }) => read.words.map(consonantsOf))
      sounds.set(isArabic, made)
      return made
    },
  }
})

/** The first who has this name. */
export function findByName(known: KnownPeople, name: Name): Person | undefined {
  return firstOf(alikeTo(known, [name]), ({ read }) => isSameName(read, name))
}

/** The first who signs with one of these names, which stand under a text. */
export function findSigner(known: KnownPeople, names: readonly Name[]): Person | undefined {
  return firstOf(alikeTo(known, names), ({ read }) => names.some((name) => isSameName(name, read)))
}

/** The first whose name is spelt by the part of an address before the at sign. */
export function findByAddress(known: KnownPeople, local: string): Person | undefined {
  const parts = local.toLowerCase().split(/[^a-z]+/)
  const alike = [...lookUp(known.words, parts), ...lookUp(known.joined, parts)]
  return firstOf(alike, ({ read }) => spellsName(local, read))
}

/** All who have a word, or the sound of a word, of one of these names, and others. */
function alikeTo(known: KnownPeople, names: readonly Name[]): Person[] {
  return names.flatMap((name) => {
    const sounds = known.soundsOf(!name.isArabic)
    return [
      ...lookUp(known.words, name.words),
      ...lookUp(sounds, sounds.size === 0 ? [] : name.words.map(consonantsOf)),
    ]
  })
}

function byWord(people: readonly Person[], wordsOf: (person: Person) => readonly string[]): ByWord {
  const found = new Map<string, Person[]>()
  for (const person of people) {
    for (const word of new Set(wordsOf(person))) {
      const others = found.get(word)
      if (others === undefined) found.set(word, [person])
      else others.push(person)
    }
  }
  found.delete('')
  return found
}

function longWords({ words }: Name): readonly string[] {
  return words.filter((word) => word.length > 2)
}

function lookUp(people: ByWord, words: readonly string[]): Person[] {
  return [...new Set(words)].flatMap((word) => people.get(word) ?? [])
}

/** Each is tested once, however often a mail repeats a word. */
function firstOf(
  people: readonly Person[],
  isFound: (person: Person) => boolean,
): Person | undefined {
  return [...new Set(people)].toSorted((one, other) => one.at - other.at).find(isFound)
}
