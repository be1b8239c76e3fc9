import type { ReadMail } from '../../read/read-mail.ts'
import * as englishWords from './english-words.ts'
import { type Phrase, type Phrases, phrasesOf, type RequestKind, requestKinds } from './phrases.ts'
import { quote, type Said, type Span } from './said.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** The requests of a mail, each with the first sentence that says it. */
export type Requests = ReadonlyMap<RequestKind, Said>

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

export async function requestsIn(mail: ReadMail, pause?: () => Promise<void>): Promise<Requests> {
  const sentences = sentencesOf(mail)
  const needsArabic = sentences.some(({ plain }) => isArabic.test(plain))
  const arabicPhrases = needsArabic ? await loadArabic() : english
  const phrasesFor = (text: string) => (isArabic.test(text) ? arabicPhrases : english)
  const found = new Map<RequestKind, Said>()
  for (const kind of requestKinds) {
    // A browser prepares the phrases of a kind at their first use.
    await pause?.()
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

function saidAlone(phrases: PhrasesOf, sentences: readonly Sentence[]): Said | undefined {
  for (const { said, plain } of sentences) {
    for (const phrase of phrases(plain)) {
      const spans = spansOf(phrase, plain)
      if (spans !== undefined) return quote(said, spans)
    }
  }
  return undefined
}

/** Words of two sentences; their place is the one with more of them, which is no subject. */
function saidInTwo(phrases: PhrasesOf, sentences: readonly Sentence[]): Said | undefined {
  for (const [at, sentence] of sentences.entries()) {
    const next = sentences[at + 1]
    if (next === undefined) return undefined
    const both = `${sentence.plain} ${next.plain}`
    const wide = phrases(both).filter(({ isWide }) => isWide === true)
    const spans = wide.map((it) => spansOf(it, both)).find((it) => it !== undefined)
    if (spans === undefined) continue
    const edge = sentence.plain.length
    const [inFirst, inNext] = [
      spans.filter(({ end }) => end <= edge),
      spans
        .filter(({ start }) => start > edge)
        .map(({ start, end }) => ({ start: start - edge - 1, end: end - edge - 1 })),
    ]
    const first = quote(sentence.said, inFirst)
    const second = quote(next.said, inNext)
    const { said } = at > 0 && inFirst.length >= inNext.length ? first : second
    return { said, words: [first.words, second.words].join(' ') }
  }
  return undefined
}

/** Where a text has the words of a phrase; undefined if it does not say it. */
function spansOf({ all, none = [] }: Phrase, text: string): Span[] | undefined {
  const spans: Span[] = []
  for (const pattern of all) {
    const found = pattern.exec(text)
    if (found === null) return undefined
    spans.push({ start: found.index, end: found.index + found[0].length })
  }
  return none.some((it) => it.test(text)) ? undefined : spans
}
