import type { ReadMail } from '../../read/read-mail.ts'
import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { type Phrase, type RequestKind, requestKinds } from './phrase.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** What a mail asks for, with the first sentence that says it, as it stands in the mail. */
export type Requests = ReadonlyMap<RequestKind, string>

const ofCelebrations = ['moneyMatter', 'secrecy', 'favour'] as const
const isArabic = /\p{Script=Arabic}/u

export function requestsIn(mail: ReadMail): Requests {
  const sentences = sentencesOf(mail)
  const found = new Map<RequestKind, string>()
  sentences.forEach((sentence, index) => {
    const next = sentences[index + 1]
    for (const kind of requestKinds) {
      if (found.has(kind)) continue
      if (says(kind, sentence, next)) found.set(kind, sentence.said)
    }
  })
  // Colleagues collect money and keep secrets before a birthday.
  if (found.has('celebration')) for (const kind of ofCelebrations) found.delete(kind)
  return found
}

function says(kind: RequestKind, { plain }: Sentence, next: Sentence | undefined): boolean {
  const phrases = isArabic.test(plain) ? arabic : english
  return phrases[kind].some(
    (phrase) =>
      matches(phrase, plain) ||
      (phrase.isWide === true && next !== undefined && matches(phrase, `${plain} ${next.plain}`)),
  )
}

function matches({ all, none = [] }: Phrase, text: string): boolean {
  return all.every((it) => it.test(text)) && !none.some((it) => it.test(text))
}
