import type { ReadMail } from '../read/read-mail.ts'
import { buildFeatures } from './build.ts'
import { linkFeatures } from './links.ts'
import { senderFeatures } from './sender.ts'
import { seenText, textFeatures } from './text.ts'
import { passagesOf, placesOf } from './words.ts'

/** A mail as numbers, by name, and its words as places: those of the whole, and of each passage. */
export interface Features {
  readonly numbers: Readonly<Record<string, number>>
  readonly places: Uint32Array
  readonly passages: readonly Uint32Array[]
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
  }
}
