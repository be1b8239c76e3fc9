import { createHash } from 'node:crypto'
import { featuresOf } from '../features/features.ts'
import { seenText } from '../features/text.ts'
import { plainWords } from '../features/words.ts'
import { readMail } from '../read/read-mail.ts'
import type { Example } from './linear.ts'
import type { SourceMail } from './sources.ts'

/** Reads mails as examples; of mails with the same words only the first counts. */
export async function examplesOf(
  mails: Iterable<SourceMail>,
  weightOf: (mail: SourceMail) => number,
): Promise<Example[]> {
  const seen = new Set<string>()
  const examples: Example[] = []
  for (const mail of mails) {
    const read = await readMail(mail.raw)
    const words = plainWords(seenText(read)).join(' ')
    const key = createHash('sha256').update(words).digest('base64')
    if (mail.family.startsWith('spam-assassin') && seen.has(key)) continue
    seen.add(key)
    const { numbers, places } = featuresOf(read)
    const label = mail.label === 'attack' ? 1 : 0
    examples.push({ label, weight: weightOf(mail), group: mail.family, places, numbers })
  }
  return examples
}
