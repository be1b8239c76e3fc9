import * as limits from '../read/limits.ts'
import { plainForm } from '../read/plain-form.ts'
import { hashOf } from './hash.ts'

/** Places of the linear model; a power of two. */
export const wordPlaces = 1 << 16

const wordPattern = /[\p{L}\p{M}]+|[0-9٠-٩]+|[!?$€£%]+/gu
/** The words of a text in one form; numbers say nothing but that they are there. */
export function plainWords(text: string): string[] {
  const plain = plainForm(text.slice(0, limits.textLetters))
  const words: string[] = []
  for (const [found] of plain.matchAll(wordPattern)) {
    if (words.length === limits.words) break
    const first = found.charCodeAt(0)
    if ((first >= 48 && first <= 57) || (first >= 0x660 && first <= 0x669)) words.push('#')
    else words.push(found.length > 30 ? 'longword' : found)
  }
  return words
}

/**
 * The places of a text in the linear model, each once: words, pairs of words and groups of four letters,
 * those of the subject apart.
 */
export function placesOf(subject: string, text: string): Uint32Array {
  return placesOfWords(plainWords(subject), plainWords(text)).sort()
}

/** Words in a passage: about as many as the shortest letters of attackers have. */
const passageWords = 40
const mostPassages = 60

/** The places of parts of a text that overlap each other; none where the text is as short as one. */
export function passagesOf(subject: string, text: string): Uint32Array[] {
  const ofSubject = plainWords(subject)
  const words = plainWords(text)
  if (words.length <= passageWords) return []
  const step = Math.max(passageWords / 2, Math.ceil(words.length / mostPassages))
  const passages: Uint32Array[] = []
  for (let start = 0; start + step < words.length; start += step) {
    passages.push(placesOfWords(ofSubject, words.slice(start, start + 2 * step)))
  }
  return passages
}

/** The break of a line within a sentence, as mail programs make it: what follows does not begin one. */
const wrapped = /(?<=[^\s.!?؟…:;؛])[ \t]*(?:\r\n?|\n)(?=[\p{Ll}\d$€£]|(?<=[^،,]\s)\p{Lo})/gu

export const joinLines = (text: string) => text.replace(wrapped, ' ')

export const sentenceEnd = /(?<=[.!?؟…])\s+|[\n\r;؛]+/
/** A longer text is judged by its passages alone. */
const restLetters = 4000
const leastRest = 8
const mostLeftOut = 4

/** A text without its first or last sentences, which may be there to make the others harmless. */
export function restsOf(text: string): string[] {
  if (text.length > restLetters) return []
  const sentences = text.split(sentenceEnd).filter((it) => plainWords(it).length > 0)
  const rests: string[] = []
  for (let count = 1; count <= Math.min(mostLeftOut, sentences.length - 1); count += 1) {
    rests.push(sentences.slice(count).join('\n'), sentences.slice(0, -count).join('\n'))
  }
  return rests.filter((it) => plainWords(it).length >= leastRest)
}

function placesOfWords(subject: readonly string[], text: readonly string[]): Uint32Array {
  const places = new Set<number>()
  addWords(places, subject, 's:')
  addWords(places, text, 't:')
  return Uint32Array.from(places)
}

function addWords(places: Set<number>, words: readonly string[], field: string): void {
  let before = '^'
  for (const word of words) {
    places.add(hashOf(field + word) % wordPlaces)
    places.add(hashOf(`${field}${before} ${word}`) % wordPlaces)
    before = word
    // Arabic words carry their articles and endings with them.
    if (word.length > 4 && word.charCodeAt(0) >= 0x600) {
      for (let at = 0; at + 4 <= word.length; at += 1) {
        places.add(hashOf(`${field}_${word.slice(at, at + 4)}`) % wordPlaces)
      }
    }
  }
}
