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
  const places = new Set<number>()
  addWords(places, plainWords(subject), 's:')
  const words = plainWords(text)
  addWords(places, words, 't:')
  return Uint32Array.from(places).sort()
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
