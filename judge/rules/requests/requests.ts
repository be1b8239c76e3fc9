import type { ReadMail } from '../../read/read-mail.ts'
import * as arabicWords from './arabic-words.ts'
import * as englishWords from './english-words.ts'
import { type Phrase, type RequestKind, requestKinds } from './phrase.ts'
import { phrasesOf } from './phrases.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** What a mail asks for, with the first sentence that says it, as it stands in the mail. */
export type Requests = ReadonlyMap<RequestKind, string>

const ofCelebrations = ['moneyMatter', 'secrecy', 'favour'] as const
const english = phrasesOf(englishWords)
const arabic = phrasesOf(arabicWords)
const isArabic = /\p{Script=Arabic}/u

export function requestsIn(mail: ReadMail): Requests {
  const sentences = sentencesOf(mail)
  const found = new Map<RequestKind, string>()
  for (const kind of requestKinds) {
    const said = saidAlone(kind, sentences) ?? saidInTwo(kind, sentences)
    if (said !== undefined) found.set(kind, said)
  }
  // Colleagues collect money and keep secrets before a birthday.
  if (found.has('celebration')) for (const kind of ofCelebrations) found.delete(kind)
  return found
}

function saidAlone(kind: RequestKind, sentences: readonly Sentence[]): string | undefined {
  return sentences.find(({ plain }) => phrasesFor(plain, kind).some((it) => matches(it, plain)))
    ?.said
}

/** The first of the two sentences; the second where the first one is the subject. */
function saidInTwo(kind: RequestKind, sentences: readonly Sentence[]): string | undefined {
  const index = sentences.findIndex(({ plain }, at) => {
    const next = sentences[at + 1]
    if (next === undefined) return false
    const both = `${plain} ${next.plain}`
    return phrasesFor(both, kind).some((it) => it.isWide === true && matches(it, both))
  })
  return index === -1 ? undefined : sentences[Math.max(index, 1)]?.said
}

function phrasesFor(text: string, kind: RequestKind): readonly Phrase[] {
  return isArabic.test(text) ? arabic[kind] : english[kind]
}

function matches({ all, none = [] }: Phrase, text: string): boolean {
  return all.every((it) => it.test(text)) && !none.some((it) => it.test(text))
}
