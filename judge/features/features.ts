import type { ReadMail } from '../read/read-mail.ts'
import { buildFeatures } from './build.ts'
import { linkFeatures } from './links.ts'
import { senderFeatures } from './sender.ts'
import { seenText, textFeatures } from './text.ts'
import { passagesOf, placesOf, restsOf } from './words.ts'

/** A mail as numbers, by name, and its words as places: those of the whole, of each passage, and of what is left without some sentences. */
export interface Features {
  readonly numbers: Readonly<Record<string, number>>
  readonly places: Uint32Array
  readonly passages: readonly Uint32Array[]
  readonly rests: readonly Uint32Array[]
}

export function featuresOf(mail: ReadMail): Features {
  const seen = seenText(mail)
  return {
    numbers: {
      ...senderFeatures(mail),
      ...linkFeatures(mail),
      ...buildFeatures(mail),
      ...textFeatures(mail),
    },
    places: placesOf(mail.subject, seen),
    passages: passagesOf(mail.subject, seen),
    rests: restsOf(mail.subject, seen),
  }
}
