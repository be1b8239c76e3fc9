import type { ReadMail } from '../../read/read-mail.ts'
import * as englishWords from './english-words.ts'
import { type Phrase, type RequestKind, requestKinds } from './phrase.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** The requests of a mail, each with the first sentence that says it, as it stands in the mail. */
export type Requests = ReadonlyMap<RequestKind, string>

const ofCelebrations = ['moneyMatter', 'amount', 'secrecy', 'favour'] as const
const ofNewcomers = ['moneyMatter', 'salaryAccount', 'accountDetails', 'changedAccount'] as const
const isArabic = /\p{Script=Arabic}/u

const english = phrasesOf(englishWords)
let arabic: Promise<Phrases> | undefined

/** Words of Arabic are a file of their own, which a page fetches after what it shows first. */
async function loadArabic(): Promise<Phrases> {
  arabic ??= import('./arabic-words.ts').then(phrasesOf)
  try {
    return await arabic
  } catch (error) {
    arabic = undefined
    throw error
  }
}
// Fetched at once, so that it is there when the network is not; who needs it then asks again.
loadArabic().catch(() => undefined)

export async function requestsIn(mail: ReadMail): Promise<Requests> {
  const sentences = sentencesOf(mail)
  const needsArabic = sentences.some(({ plain }) => isArabic.test(plain))
  const arabicPhrases = needsArabic ? await loadArabic() : english
  const phrasesFor = (text: string) => (isArabic.test(text) ? arabicPhrases : english)
  const found = new Map<RequestKind, string>()
  for (const kind of requestKinds) {
    const phrases = (text: string) => phrasesFor(text)[kind]
    const said = saidAlone(phrases, sentences) ?? saidInTwo(phrases, sentences)
    if (said !== undefined) found.set(kind, said)
  }
  // Colleagues collect money and keep secrets before a birthday, and who is new is asked for an account.
  if (found.has('celebration')) for (const kind of ofCelebrations) found.delete(kind)
  if (found.has('newcomer')) for (const kind of ofNewcomers) found.delete(kind)
  return found
}

type PhrasesOf = (text: string) => readonly Phrase[]

function saidAlone(phrases: PhrasesOf, sentences: readonly Sentence[]): string | undefined {
  return sentences.find(({ plain }) => phrases(plain).some((it) => matches(it, plain)))?.said
}

/** The first of the two sentences; the second where the first one is the subject. */
function saidInTwo(phrases: PhrasesOf, sentences: readonly Sentence[]): string | undefined {
  const index = sentences.findIndex(({ plain }, at) => {
    const next = sentences[at + 1]
    if (next === undefined) return false
    const both = `${plain} ${next.plain}`
    return phrases(both).some((it) => it.isWide === true && matches(it, both))
  })
  return index === -1 ? undefined : sentences[Math.max(index, 1)]?.said
}

function matches({ all, none = [] }: Phrase, text: string): boolean {
  return all.every((it) => it.test(text)) && !none.some((it) => it.test(text))
}
