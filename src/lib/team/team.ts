import { computed } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { type TeamMember, teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { loadTrainingUrl } from '../core/api/site-config.ts'
import { mailLink, supportEmail } from '../core/format/mail-link.ts'
import { screens } from '../core/navigation/screens.ts'
import { tabStore } from '../core/navigation/view.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { byRisk, countByRisk, mayBeQuarantined } from './members-by-risk.ts'
import { $teamWords } from './words/team.words.yaml'

export { mayBeQuarantined, type TeamMember }

const laterNotices = noticesAbout('comes-later')
const trainingNotices = noticesAbout('training')

export const $teamTab = tabStore(screens.team.tabs)

export type TeamDashboard = OutputOf<typeof teamDashboardEndpoint>

/** The team dashboard's data (R134-R150). */
export const teamDashboard = createResource(() => call(teamDashboardEndpoint))

/** The members, highest risk first. */
export const $members = computed(teamDashboard.$resource, (team) =>
  team.status === 'loaded' ? byRisk(team.data.team_members) : [],
)

/** The number of members in each risk band. */
export const $membersByRisk = computed($members, countByRisk)

/** Shows that the feature is not available yet; sends nothing (R147, R148). */
export function alertComesLater(): void {
  laterNotices.remark($teamWords.get().comesLater)
}

/** @returns the address of the training portal; undefined after showing that there is none (R154) */
export async function findTraining(): Promise<string | undefined> {
  trainingNotices.drop()
  const url = await loadTrainingUrl()
  if (url === undefined) trainingNotices.problem($teamWords.get().noTraining)
  return url
}

/** Shows that the browser blocked the tab and that there is a link instead. */
export function remarkBlockedTab(): void {
  trainingNotices.remark($teamWords.get().trainingBlocked)
}

/** R155: a prefilled mail to support. */
export function contactMail(): string {
  const { contactSubject, contactGreeting } = $teamWords.get()
  return mailLink(supportEmail, { subject: contactSubject, lines: [contactGreeting, '', ''] })
}
