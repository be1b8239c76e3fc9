import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { mailOpinions } from '../../../contract/emails/mail-opinion.ts'
import { closeRequestEndpoint } from '../../../contract/team/close-request.ts'
import { listSupportRequestsEndpoint } from '../../../contract/team/list-support-requests.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { type TeamDashboard, teamDashboard } from './team.ts'
import { $teamRequestsWords } from './words/team-requests.words.yaml'

export { mailOpinions }
export type OpenReport = NonNullable<TeamDashboard['open_reports']>[number]

const notices = noticesAbout('report')
const closing = pendingRows()

/** The ids of reports that are being closed. */
export const $closing = closing.$pending

/** For all team leads of the organization. */
export function closeReport({ id }: OpenReport, outcome?: OpenReport['opinion']): Promise<void> {
  const { closed: done } = $teamRequestsWords.get()
  const answer = outcome === undefined ? {} : { outcome }
  const send = () => call(closeRequestEndpoint, { id: String(id), ...answer })
  return closing.run(id, () => makeChange(notices, { done }, send, teamDashboard.reload))
}

export type SupportRequest = NonNullable<
  OutputOf<typeof listSupportRequestsEndpoint>['requests']
>[number]

/** The user's own support requests, with their answers. */
export const supportRequests = createResource(() => call(listSupportRequestsEndpoint))
