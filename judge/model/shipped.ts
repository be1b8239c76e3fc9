import letters from './letters.json' with { type: 'json' }
import { openLetters } from './letters.ts'
import stored from './model.json' with { type: 'json' }
import { type Model, openModel } from './model.ts'

/** The model that comes with Aman; `npm run train` makes it. */
export const shippedModel: Model = {
  ...openModel(stored),
  letters: openLetters(letters),
}
