import { createHash } from 'node:crypto'
import { featuresOf } from '../judge/features/features.ts'
import { seenText } from '../judge/features/text.ts'
import { plainWords } from '../judge/features/words.ts'
import { readMail } from '../judge/read/read-mail.ts'
import type { Example } from './linear.ts'
import type { SourceMail } from './sources.ts'

interface ReadExample {
  readonly mail: SourceMail
  /** The visible text, as plain words. */
  readonly words: readonly string[]
  readonly example: Example
}

/** Reads mails as examples; of mails with the same words only the first counts. */
export async function* readExamples(
  mails: Iterable<SourceMail>,
  weightOf: (mail: SourceMail) => number,
): AsyncGenerator<ReadExample> {
  const seen = new Set<string>()
  for (const mail of mails) {
    const read = await readMail(mail.raw)
    const words = plainWords(seenText(read))
    const key = createHash('sha256').update(words.join(' ')).digest('base64')
    if (mail.family.startsWith('spam-assassin') && seen.has(key)) continue
    seen.add(key)
    const features = featuresOf(read)
    const label = mail.label === 'attack' ? 1 : 0
    const example = { label, weight: weightOf(mail), group: mail.family, ...features } as const
    yield { mail, words, example }
  }
}
