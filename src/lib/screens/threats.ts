import type { Threat } from '../../../contract/endpoints/employee-dashboard.ts'
import { visibleText } from '../../../contract/fields/visible-text.ts'
import { displayMonth } from '../format/format.ts'

export type { Threat }

const shownIndicators = 3

/** Characters of a text that a closed threat shows whole. */
const longestShown = 160

const onlyBlanks = /^[\s\p{Cc}\p{Cf}]*$/u

function withoutBlanks(text: string): string {
  return onlyBlanks.test(text) ? '' : text
}

/** The words of a threat, with visible direction controls; a text that holds only blanks is empty (R118). */
export function wordsOf(threat: Threat): { subject: string; sender: string; reason: string } {
  return {
    subject: visibleText(withoutBlanks(threat.email_subject)),
    sender: withoutBlanks(threat.sender_domain),
    reason: visibleText(withoutBlanks(threat.detection_reason)),
  }
}

/** There is more to a threat than it shows while it is closed. */
export function hasMore(threat: Threat): boolean {
  const { indicators } = threat.scan_details.content_analysis
  return (
    indicators.length > shownIndicators ||
    [...Object.values(wordsOf(threat)), ...indicators].some(({ length }) => length > longestShown)
  )
}

/** The first three indicators, and how many more there are (R125-R128). */
export function indicatorsOf(threat: Threat): { shown: string[]; more: number } {
  const { indicators } = threat.scan_details.content_analysis
  return {
    shown: indicators.slice(0, shownIndicators),
    more: Math.max(0, indicators.length - shownIndicators),
  }
}

/**
 * What became of a mail that is not safe. Where the answer does not say, malicious mail was kept out
 * and suspicious mail was delivered.
 */
export function fateOf({ threat_level: level, disposition }: Threat) {
  if (level === 'safe') return undefined
  const isDelivered = disposition === null ? level === 'suspicious' : disposition === 'delivered'
  return `${level}${isDelivered ? 'Delivered' : 'KeptOut'}` as const
}

interface Month {
  /** 'March 2026'; empty for times that cannot be read. */
  readonly name: string
  readonly threats: Threat[]
}

/** The threats by local month, in the order in which they came (R116). */
export function monthsOf(threats: readonly Threat[]): Month[] {
  const months = Map.groupBy(threats, ({ timestamp }) => displayMonth(timestamp))
  return Array.from(months, ([name, ofMonth]) => ({ name, threats: ofMonth }))
}
