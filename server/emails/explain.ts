import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { levelOfKind, meaningOfAction, meaningOfSymbol } from './level-table.ts'
import type { Sentence } from './sentences/sentence.ts'
import type { FindingCode } from './sentences/sentence-words.ts'

/** What rspamd says of a mail in its reports and in its answers to `/checkv2`. */
export interface RspamdResult {
  readonly action: string
  readonly symbols: readonly RspamdSymbol[]
}

export interface RspamdSymbol {
  readonly name: string
  readonly score: number
  /** Empty for a symbol without one. */
  readonly group: string
}

export interface Explanation {
  readonly level: ThreatLevel
  /** The strongest finding; empty for safe mail. */
  readonly reason: Sentence
  /** The next findings. */
  readonly indicators: readonly Sentence[]
}

const mostIndicators = 3
const strictness: Readonly<Record<ThreatLevel, number>> = { safe: 0, suspicious: 1, malicious: 2 }

/** The level of a mail by the table, and why, whatever the order of the symbols. */
export function explain({ action, symbols }: RspamdResult): Explanation {
  const meanings = symbols
    .flatMap(({ name, score, group }) => meaningOfSymbol(name, score, group) ?? [])
    .sort((one, other) => one.rank - other.rank || (one.finding < other.finding ? -1 : 1))
  const levels = meanings.map(({ kind }) => levelOfKind[kind])
  const level = strictestOf(meaningOfAction(action).level, ...levels)
  if (level === 'safe') return { level, reason: '', indicators: [] }
  const found = new Set(meanings.map(({ finding }) => finding))
  const [code = generalFindings[level], ...more] = found
  const indicators = more.slice(0, mostIndicators).map((finding) => ({ code: finding }))
  return { level, reason: { code }, indicators }
}

/** Where no symbol tells more than the action. */
const generalFindings = {
  malicious: 'filter_rejects',
  suspicious: 'filter_suspects',
} as const satisfies Record<Exclude<ThreatLevel, 'safe'>, FindingCode>

/** Whether a level is stricter than another one. */
export function isStricter(level: ThreatLevel, other: ThreatLevel): boolean {
  return strictness[level] > strictness[other]
}

function strictestOf(first: ThreatLevel, ...others: readonly ThreatLevel[]): ThreatLevel {
  return others.reduce((most, level) => (isStricter(level, most) ? level : most), first)
}
