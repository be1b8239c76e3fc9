import type { Random } from '../random.ts'
import { pick } from './fill.ts'

const twins: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  x: 'х',
  A: 'А',
  C: 'С',
  E: 'Е',
  O: 'О',
  P: 'Р',
}

/** Hides words from filters: letters of another script, letters that are not seen, or signs for letters. */
export function disguise(text: string, random: Random): string {
  const way = pick(random, ['twins', 'unseen', 'signs'] as const)
  return text.replace(/[a-zA-Z]{5,}/g, (word) => {
    if (random.next() < 0.5) return word
    if (way === 'unseen') {
      const sign = pick(random, ['\u200b', '\u200c', '\u00ad', '\u2060'])
      return `${word.slice(0, 2)}${sign}${word.slice(2)}`
    }
    if (way === 'twins') return word.replace(/[aceiopxACEOP]/g, (letter) => twins[letter] ?? letter)
    return word.replace('o', '0').replace('l', '1').replace('i', '!')
  })
}
