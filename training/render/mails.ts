import { hashOf } from '../../judge/features/hash.ts'
import { Random } from '../random.ts'
import type { SourceMail } from '../sources.ts'
import { renderMessage } from './message.ts'
import type { Text } from './texts.ts'

/** Each text as several mails; the same seed gives the same bytes. */
export function* generateMails(
  texts: readonly Text[],
  seed: number,
  copies: number,
): Generator<SourceMail> {
  for (const text of texts) {
    for (let copy = 0; copy < copies; copy += 1) {
      const random = new Random(hashOf(`${text.id}/${copy}`, seed))
      yield {
        id: `${text.id}/${copy}`,
        label: text.label,
        family: text.family ?? text.id,
        language: text.language,
        raw: Buffer.from(renderMessage(text, random)),
      }
    }
  }
}
