import type { Locale } from '../../../contract/core/locale.ts'
import type { UncheckedPart } from '../../../contract/emails/check-mail.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { Judgement } from '../../../judge/judgement.ts'
import { reasonIn } from '../../judge/judge.ts'
import { isStricter } from '../explain.ts'
import { sentenceIn } from '../sentences/sentence.ts'
import type { Verdict } from './verdict.ts'

interface Checked {
  readonly threat_level: ThreatLevel
  readonly detection_reason: string
  readonly indicators: string[]
  readonly supporting: string[]
  readonly unchecked: UncheckedPart[]
}

/**
 * The verdict on a checked mail: of the filter's and the judge's the stricter counts, and what the other
 * one found against the mail stays beside it.
 * @param filter undefined where the server has no mail filter
 */
export function verdictOf(
  judgement: Judgement,
  filter: Verdict | undefined,
  isSigned: boolean,
  locale: Locale,
): Checked {
  const saying = (speaks: 'against' | 'for') =>
    judgement.reasons.filter((it) => it.speaks === speaks).map((it) => reasonIn(locale, it))
  // What speaks against a mail that is found safe would only alarm.
  const against = judgement.level === 'safe' ? [] : saying('against')
  const supporting = saying('for')
  if (filter === undefined) {
    const unchecked: UncheckedPart[] = [
      'spf',
      'address_lists',
      ...(isSigned ? [] : ['dkim' as const]),
      'filter',
    ]
    const [detection_reason = ''] = against
    return {
      threat_level: judgement.level,
      detection_reason,
      indicators: against,
      supporting,
      unchecked,
    }
  }
  const found = filter.indicators.map((sentence) => sentenceIn(locale, sentence))
  const reason = sentenceIn(locale, filter.detection_reason)
  const isJudgeStricter = isStricter(judgement.level, filter.threat_level)
  return {
    threat_level: isJudgeStricter ? judgement.level : filter.threat_level,
    detection_reason: isJudgeStricter ? (against[0] ?? reason) : reason,
    indicators: isJudgeStricter ? [...against, ...found] : [...found, ...against],
    supporting,
    unchecked: filter.unchecked,
  }
}
