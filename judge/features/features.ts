import type { ReadMail } from '../read/read-mail.ts'
import { buildFeatures } from './build.ts'
import { linkFeatures } from './links.ts'
import { senderFeatures } from './sender.ts'
import { seenText, textFeatures } from './text.ts'
import { placesOf } from './words.ts'

/** A mail as numbers, by name, and its words as places. */
export interface Features {
  readonly numbers: Readonly<Record<string, number>>
  readonly places: Uint32Array
}

export function featuresOf(mail: ReadMail): Features {
  return {
    numbers: {
      ...senderFeatures(mail),
      ...linkFeatures(mail),
      ...buildFeatures(mail),
      ...textFeatures(mail),
    },
    places: placesOf(mail.subject, seenText(mail)),
  }
}
