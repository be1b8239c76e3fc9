import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { FindingCode, JudgedCode } from './kept-sentences.ts'
import { type Kind, levelOfKind, meaningOfAction, meaningOfSymbol } from './level-table.ts'
import type { Sentence } from './sentence.ts'

/** The part of a mail that rspamd gives in its reports and in its answers to `/checkv2`. */
export interface RspamdResult {
  readonly action: string
  readonly symbols: readonly RspamdSymbol[]
  /** The judge's findings in a mail that it marks; undefined if it marks none. */
  readonly marked?: readonly JudgedCode[] | undefined
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

/**
 * The level of a mail by the table, and why, whatever the order of the symbols. The judge is danger and
 * never proof: it makes a mail suspicious, and lowers none.
 */
export function explain({ action, symbols, marked }: RspamdResult): Explanation {
  const meanings = symbols
    .flatMap(({ name, score, group }) => meaningOfSymbol(name, score, group) ?? [])
    .sort((one, other) => one.rank - other.rank || (one.finding < other.finding ? -1 : 1))
  const levels = meanings.map(({ kind }) => levelOfKind[kind])
  const judged = marked === undefined ? [] : [levelOfKind.danger]
  const level = strictestOf(meaningOfAction(action).level, ...levels, ...judged)
  if (level === 'safe') return { level, reason: '', indicators: [] }
  const isStrong = ({ kind }: { kind: Kind }) => levelOfKind[kind] !== 'safe'
  const [strong, others] = [meanings.filter(isStrong), meanings.filter((it) => !isStrong(it))]
  const found = new Set([
    ...strong.map(({ finding }) => finding),
    ...(marked ?? []),
    ...others.map(({ finding }) => finding),
  ])
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
