import { createHash } from 'node:crypto'
import { featuresOf } from '../judge/features/features.ts'
import { seenText } from '../judge/features/text.ts'
import { plainWords } from '../judge/features/words.ts'
import { type ReadMail, readMail, readPasted } from '../judge/read/read-mail.ts'
import type { Example } from './linear.ts'
import { isOwnText, isSpamAssassin, type SourceMail } from './sources.ts'

/** So many copies of each of the project's texts are read as pasted ones, too, and one of so many old mails. */
const pastedCopies = 2
const pastedOld = 4

interface ReadExample {
  readonly mail: SourceMail
  /** The visible text, as plain words. */
  readonly words: readonly string[]
  readonly example: Example
}

/** Mails as they are read, and what is left of some when people paste them. */
async function* readAll(mails: Iterable<SourceMail>): AsyncGenerator<[SourceMail, ReadMail]> {
  const copies = new Map<string, number>()
  let old = 0
  for (const mail of mails) {
    if (mail.isPasted === true) {
      yield [mail, await readPasted(new TextDecoder().decode(mail.raw))]
      continue
    }
    const read = await readMail(mail.raw)
    yield [mail, read]
    const copy = copies.get(mail.family) ?? 0
    copies.set(mail.family, copy + 1)
    const isOld = isSpamAssassin(mail) && mail.label === 'ordinary'
    if (isOld) old += 1
    const isPastedToo = isOwnText(mail) ? copy < pastedCopies : isOld && old % pastedOld === 1
    if (!isPastedToo) continue
    const text = copy === 0 ? `${read.subject}\n\n${read.text}` : read.text
    const raw = new TextEncoder().encode(text)
    yield [{ ...mail, id: `${mail.id}/pasted`, raw, isPasted: true }, await readPasted(text)]
  }
}

/** Reads mails as examples; of mails with the same words only the first counts. */
export async function* readExamples(
  mails: Iterable<SourceMail>,
  weightOf: (mail: SourceMail) => number,
): AsyncGenerator<ReadExample> {
  const seen = new Set<string>()
  for await (const [mail, read] of readAll(mails)) {
    const words = plainWords(seenText(read))
    const key = createHash('sha256').update(words.join(' ')).digest('base64')
    if (isSpamAssassin(mail) && mail.isPasted !== true && seen.has(key)) continue
    seen.add(key)
    const features = featuresOf(read)
    const label = mail.label === 'attack' ? 1 : 0
    const { isPasted = false, family: group } = mail
    // Thresholds alone ask for parts of texts, those of the project's ordinary mail.
    const isAsked = label === 0 && !isPasted && isOwnText(mail)
    const parts = isAsked ? {} : { passages: [], rests: [] }
    const weight = weightOf(mail)
    const example = { label, weight, group, isPasted, ...features, ...parts } as const
    yield { mail, words, example }
  }
}
