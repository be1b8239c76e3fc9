import type * as v from 'valibot'
import { visibleText } from '../../../contract/core/visible-text.ts'
import { dispositions } from '../../../contract/emails/disposition.ts'
import type { threat } from '../../../contract/emails/threat.ts'
import { threatLevels } from '../../../contract/emails/threat-level.ts'
import type { FirstValues } from '../core/figures/places.ts'
import { isServerTime } from '../core/figures/server-time.ts'
import { makeCountFormat, makeMonthFormat, makeTimeFormat } from '../core/i18n/formats.ts'
import {
  drawnAtOnce,
  fateOf,
  hasMore,
  indicatorsOf,
  monthsOf,
  splitNewest,
  type Threat,
  wordsOf,
} from './threats.ts'

/** A threat as it came. */
type GivenThreat = v.InferInput<typeof threat>

/** The code that shows other letters, and that of other times, is larger than the code of all rows. */
const plainSender = /^(?!.*xn--)[ -~]*$/i

/** Whether first figures have rows for these threats. */
export function haveRows(given: readonly GivenThreat[]): boolean {
  return given.every(
    ({ sender_domain, timestamp }) =>
      plainSender.test(sender_domain ?? '') && isServerTime(timestamp ?? ''),
  )
}

/** As `parse` gives it, of what fits the kind of its schema. */
function read(given: GivenThreat): Threat {
  const { threat_level, disposition, scan_details } = given
  const indicators = scan_details?.content_analysis?.indicators ?? []
  return {
    id: given.id,
    email_subject: given.email_subject ?? '',
    sender_domain: given.sender_domain ?? '',
    sender_address: '',
    threat_level: threatLevels.find((level) => level === threat_level) ?? 'suspicious',
    detection_reason: given.detection_reason ?? '',
    timestamp: given.timestamp ?? '',
    disposition: dispositions.find((it) => it === disposition) ?? null,
    scan_details: {
      content_analysis: { indicators: indicators.filter((it) => typeof it === 'string') },
    },
  }
}

/**
 * What the list of threats (`Threats`) says: all of them have rows, or none.
 * @param scanned the number of scanned emails
 * @returns its case, empty if a sender or a time is written in another way than the server usually does it,
 * and its two lists of months, the newest and the older ones
 */
export function threatFigures(
  given: readonly GivenThreat[],
  scanned: number,
  locale: string,
): { readonly shown: string; readonly rows: readonly (readonly FirstValues[])[] } {
  if (!haveRows(given)) return { shown: '', rows: [[], []] }
  const threats = given.map(read)
  const counts = makeCountFormat(locale)
  const times = makeTimeFormat(locale)
  const months = makeMonthFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const { newest, older } = splitNewest(threats)
  const rowsOf = (list: string, ofList: readonly Threat[]) =>
    monthsOf(ofList, (at) => months.format(new Date(at))).map(({ name, threats }, month) => ({
      texts: [name, `${list}-${month}`],
      cases: [],
      rows: [threats.map((threat, at) => rowOf(threat, `${list}-${month}-${at}`))],
    }))
  function rowOf(threat: Threat, id: string): FirstValues {
    const { subject, sender, reason } = wordsOf(threat)
    const { shown, more } = indicatorsOf(threat)
    const label = more > 0 ? plurals.select(more) : 'all'
    return {
      texts: [
        id,
        threat.timestamp,
        times.format(new Date(threat.timestamp)),
        subject,
        sender,
        reason,
        counts.format(more),
      ],
      cases: [
        fateOf(threat) ?? '',
        (subject && 'kept') + (reason && 'why'),
        sender && 'sender',
        hasMore(threat) ? label : '',
        shown.length > 0 ? 'indicators' : '',
      ],
      rows: [shown.map((indicator) => ({ texts: [visibleText(indicator)], cases: [] }))],
    }
  }
  const empty = scanned > 0 ? 'calm' : 'unused'
  return {
    shown: threats.length > 0 ? 'threats' : empty,
    rows: [rowsOf('newest', newest), rowsOf('older', older.slice(0, drawnAtOnce))],
  }
}
