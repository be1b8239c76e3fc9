import type { Locale } from '../../../contract/core/locale.ts'
import type { ByLocale } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'

const findings = readWords(import.meta.dirname, 'findings.words.yaml')
const judged = readWords(import.meta.dirname, 'judged.words.yaml')
const verdicts = readWords(import.meta.dirname, 'verdicts.words.yaml')
const samples = readWords(import.meta.dirname, 'samples.words.yaml')

export type FindingCode = keyof ServerWords['findings.words.yaml']
/** The judge's findings, as the mail filter reports them. */
export type JudgedCode = keyof ServerWords['judged.words.yaml']
export type VerdictCode = keyof ServerWords['verdicts.words.yaml']
type SampleCode = keyof ServerWords['samples.words.yaml']
export type SentenceCode = FindingCode | JudgedCode | VerdictCode | SampleCode

/** The words of every code. A row of a newer version may have another one. */
const words: ByLocale<ReadonlyMap<string, string>> = { en: wordsOf('en'), ar: wordsOf('ar') }

function wordsOf(locale: Locale): ReadonlyMap<string, string> {
  const all = { ...findings[locale], ...judged[locale], ...verdicts[locale], ...samples[locale] }
  return new Map(Object.entries(all))
}

export function isFinding(code: string): code is FindingCode {
  return Object.hasOwn(findings.en, code)
}

export function isJudged(code: string): code is JudgedCode {
  return Object.hasOwn(judged.en, code)
}

export function wordsOfCode(locale: Locale, code: string): string | undefined {
  return words[locale].get(code)
}

/** A sentence that is changed stays here as it was: rows were kept with it, and gateways report it. */
const formerSentences: readonly (readonly [string, SentenceCode])[] = [
  ['It conceals to whom it was sent', 'hidden_recipients'],
]

/** The codes of the English sentences that rows were kept with before they had codes. */
export const keptSentences: ReadonlyMap<string, SentenceCode> = new Map([
  ...[...words.en].flatMap(([code, text]) => (isKept(code) ? [[text, code] as const] : [])),
  ...formerSentences,
])

/** The judge had codes from the start. */
function isKept(code: string): code is Exclude<SentenceCode, JudgedCode> {
  return [findings, verdicts, samples].some(({ en }) => Object.hasOwn(en, code))
}
