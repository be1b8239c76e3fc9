import type { ReadMail } from '../read/read-mail.ts'
import { buildFeatures } from './build.ts'
import { linkFeatures } from './links.ts'
import { senderFeatures } from './sender.ts'
import { seenText, textFeatures } from './text.ts'
import { passagesOf, placesOf, restsOf } from './words.ts'

type Numbers = Readonly<Record<string, number>>

/** A mail as numbers, by name, and its words as places: those of the whole, of each passage, and of what is left without some sentences. */
export interface Features {
  readonly numbers: Numbers
  readonly places: Uint32Array
  readonly passages: readonly Uint32Array[]
  readonly rests: readonly Rest[]
}

/** A mail without some sentences, which has numbers of its own. */
export interface Rest {
  readonly places: Uint32Array
  readonly numbers: () => Numbers
}

export function featuresOf(mail: ReadMail): Features {
  const seen = seenText(mail)
  const numbers = { ...senderFeatures(mail), ...linkFeatures(mail), ...numbersOfText(mail) }
  return {
    numbers,
    places: placesOf(mail.subject, seen),
    passages: passagesOf(mail.subject, seen),
    rests: restsOf(seen).map((text) => ({
      places: placesOf(mail.subject, text),
      numbers: () => ({ ...numbers, ...numbersOfText({ ...mail, text }) }),
    })),
  }
}

function numbersOfText(mail: ReadMail): Numbers {
  return { ...buildFeatures(mail), ...textFeatures(mail) }
}
