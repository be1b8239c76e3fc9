import type * as v from 'valibot'
import { bandOf } from '../../../contract/risk/risk-band.ts'
import type { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import {
  emailParts,
  initialIn,
  lengthOf,
  longestWholeTable,
  roundedScore,
} from '../core/format/figures.ts'
import { makeCountFormat, makeTimeFormat } from '../core/i18n/formats.ts'
import type { FirstValues } from '../figures/places.ts'
import { isServerTime, scoreFigures, shareFigures } from '../figures/shared-figures.ts'
import { byRisk, countByRisk, mayBeQuarantined } from './members-by-risk.ts'

/** The answer as it came. */
export type GivenTeamDashboard = v.InferInput<typeof teamDashboardEndpoint.output>

/**
 * The figures of a team lead's first view; also runs in the page, before any other code.
 * @param locale as `intlLocaleOf` gives it
 * @returns undefined for a team without members, which has other words in place of rows, and with open reports
 * @throws RangeError for a time that is written in another way than the server does it
 */
export function teamFigures(
  [data]: readonly [GivenTeamDashboard],
  locale: string,
): FirstValues | undefined {
  const given = data.team_members ?? []
  // What needs the team lead stands above the figures, and comes with them.
  if (given.length === 0 || (data.open_reports ?? []).length > 0) return undefined
  const members = byRisk(given.map((it) => ({ ...it, risk_score: it.risk_score ?? 0 })))
  const average = data.average_risk_score ?? 0
  const scans = data.total_team_scans ?? 0
  const counts = makeCountFormat(locale)
  const times = makeTimeFormat(locale)
  const format = (count: number) => counts.format(count)
  const counters = [
    members.length,
    scans,
    data.total_phishing_caught ?? 0,
    roundedScore(average),
  ].map(format)
  const { low, medium, high } = countByRisk(members)
  const bands = [low, medium, high]
  const score = scoreFigures(average, scans)
  const bar = shareFigures(['safe', 'caution', 'danger'], bands)
  const rows = members.slice(0, longestWholeTable).map((member) => {
    const name = member.full_name ?? ''
    const email = member.email ?? ''
    const at = member.last_login ?? ''
    const time = at && new Date(at)
    if (at && !isServerTime(at)) throw new RangeError(at)
    return {
      texts: [
        initialIn(locale, name, email),
        name || email,
        ...emailParts(email),
        `${roundedScore(member.risk_score)}`,
        at,
        time && times.format(time),
      ],
      cases: [
        bandOf(member.risk_score),
        mayBeQuarantined(member) ? 'quarantine' : '',
        name || email ? 'named' : '',
        at && 'time',
      ],
    }
  })
  return {
    texts: [...score.texts, ...counters, ...bands.map(format), ...bar.texts],
    cases: [...score.cases, lengthOf(counters), ...bar.cases],
    rows: [rows],
  }
}
