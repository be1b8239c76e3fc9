import { placesOf, restsOf } from '../features/words.ts'
import letters from './letters.json' with { type: 'json' }
import stored from './model.json' with { type: 'json' }
import { type Model, openModel, openWords, type StoredWords, wordScore } from './model.ts'

/**
 * How much less a letter's words weigh, and how much less its worst rest: together honest letters and frauds
 * keep the odds by which the rules weigh them.
 */
const doubts = { whole: 0.4, rest: 0.9 }

/** The model of letters, for a server. Friendly sentences freed half of the frauds from their words as a whole. */
function openLetters(stored: StoredWords): NonNullable<Model['letters']> {
  const words = openWords(stored)
  return (subject, text) => {
    const whole = wordScore(words, placesOf(subject, text)) - doubts.whole
    const rests = restsOf(text).map((it) => wordScore(words, placesOf(subject, it)) - doubts.rest)
    return Math.max(whole, ...rests)
  }
}

/** The model that comes with Aman; `npm run train` makes it. */
export const shippedModel: Model = {
  ...openModel(stored),
  letters: openLetters(letters),
}
