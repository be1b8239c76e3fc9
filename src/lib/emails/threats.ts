import { visibleText } from '../../../contract/core/visible-text.ts'
import type { Threat } from '../../../contract/emails/threat.ts'

export type { Threat }

const shownIndicators = 3

/** The maximum length of a text that a collapsed threat shows in full. */
const longestShown = 160

const onlyBlanks = /^[\s\p{Cc}\p{Cf}]*$/u

function withoutBlanks(text: string | null | undefined): string {
  return text && !onlyBlanks.test(text) ? text : ''
}

/** Also as they came, before they were parsed. */
type Texts = {
  readonly [Name in 'email_subject' | 'sender_domain' | 'detection_reason']?:
    | string
    | null
    | undefined
}

/** The texts of a threat, with visible direction controls; blank text becomes empty (R118). */
export function wordsOf(threat: Texts): { subject: string; sender: string; reason: string } {
  return {
    subject: visibleText(withoutBlanks(threat.email_subject)),
    sender: withoutBlanks(threat.sender_domain),
    reason: visibleText(withoutBlanks(threat.detection_reason)),
  }
}

/** Whether a collapsed threat hides some of its text. */
export function hasMore(threat: Texts, indicators: readonly string[]): boolean {
  return (
    indicators.length > shownIndicators ||
    [...Object.values(wordsOf(threat)), ...indicators].some(({ length }) => length > longestShown)
  )
}

/** The first three indicators and the number of others (R125-R128). */
export function splitIndicators(indicators: readonly string[]): { shown: string[]; more: number } {
  return {
    shown: indicators.slice(0, shownIndicators),
    more: Math.max(0, indicators.length - shownIndicators),
  }
}

/**
 * The fate of a mail that is not safe. Without a disposition, malicious mail was kept out and
 * suspicious mail was delivered.
 */
export function fateOf({
  threat_level: level,
  disposition,
}: Pick<Threat, 'threat_level' | 'disposition'>) {
  if (level === 'safe') return undefined
  if (disposition === 'moved') return `${level}Moved` as const
  const isDelivered = disposition === null ? level === 'suspicious' : disposition === 'delivered'
  return `${level}${isDelivered ? 'Delivered' : 'KeptOut'}` as const
}

/** How many threats stand out on the dashboard. */
const newestCount = 5

/** More rows would delay the first of them on a phone; a backend may send thousands. */
export const drawnAtOnce = 50

/** The first threats of a list, which stand out, and the older ones, in their original order. */
export function splitNewest<Item>(threats: readonly Item[]): {
  newest: readonly Item[]
  older: readonly Item[]
} {
  return { newest: threats.slice(0, newestCount), older: threats.slice(newestCount) }
}

interface Month<Item> {
  /** 'March 2026'; empty for invalid times. */
  readonly name: string
  readonly threats: Item[]
}

/**
 * The threats grouped by local month, in their original order (R116).
 * @param monthOf 'March 2026' for a time; empty for an invalid one
 */
export function monthsOf<Item extends { readonly timestamp?: string | null | undefined }>(
  threats: readonly Item[],
  monthOf: (timestamp: string) => string,
): Month<Item>[] {
  const months = Map.groupBy(threats, ({ timestamp }) => monthOf(timestamp ?? ''))
  return Array.from(months, ([name, ofMonth]) => ({ name, threats: ofMonth }))
}
