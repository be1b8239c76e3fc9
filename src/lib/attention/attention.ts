import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { setJudgeEndpoint } from '../../../contract/judge/judge-settings.ts'
import { closeRequestEndpoint } from '../../../contract/team/close-request.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { filteredPath } from '../core/navigation/admin-paths.ts'
import { viewPath } from '../core/navigation/view.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $attentionWords } from './words/attention.words.yaml'

export type Attention = OutputOf<typeof showAttentionEndpoint>

/** Needs of a super admin besides the attacks, which come with the totals. */
export const attention = createResource(() => call(showAttentionEndpoint))

export function needsNothing(needs: Attention): boolean {
  return (
    needs.silent_gateways.count === 0 &&
    needs.refused_requests.count === 0 &&
    needs.unknown_keys.count === 0 &&
    needs.expiring_keys.count === 0 &&
    needs.operator_keys.count === 0 &&
    needs.undecided_judges.count === 0 &&
    needs.doubted_judges.count === 0 &&
    needs.support_requests.count === 0 &&
    needs.failing_mailboxes.count === 0 &&
    needs.refused_credentials.count === 0 &&
    needs.missing_factors.count === 0 &&
    needs.admins_without_factor === 0 &&
    needs.invited_users.count === 0 &&
    needs.waiting_mails.count === 0 &&
    needs.waiting_mails.given_up === 0
  )
}

export type DoubtedJudge = NonNullable<Attention['doubted_judges']['judges']>[number]
export type UndecidedJudge = NonNullable<Attention['undecided_judges']['judges']>[number]

const notices = noticesAbout('judge')

/** Answers what an organization is asked once; its threshold stays. */
export async function decideJudge(judge: UndecidedJudge, mode: 'watch' | 'mark'): Promise<void> {
  const { id, name, per_thousand } = judge
  const words = $attentionWords.get()
  const done = mode === 'mark' ? words.marking : words.watching
  const input = { organization_id: String(id), mode, per_thousand }
  const send = () => call(setJudgeEndpoint, input)
  await makeChange(notices, { done: done({ name }) }, send, attention.reload)
}

export type WaitingRequest = NonNullable<Attention['support_requests']['requests']>[number]

/** Support has answered it by mail; its user sees that. */
export async function markAnswered({ id }: WaitingRequest): Promise<void> {
  const { isAnswered: done } = $attentionWords.get()
  const send = () => call(closeRequestEndpoint, { id: String(id) })
  await makeChange(noticesAbout('support-answer'), { done }, send, attention.reload)
}

/** Where each is solved, with the filter that finds it. */
export const solvedAt = {
  silent: () => filteredPath('organizations', { gateway: 'silent' }),
  invited: () => filteredPath('users', { need: 'invitation' }),
  admins: () => filteredPath('users', { role: 'super_admin', need: 'factor' }),
  operatorKeys: () => viewPath('admin', 'keys'),
  mailboxes: (organization: string) =>
    filteredPath('users', { organization, need: 'failing-mailbox' }),
  factors: (organization: string) => filteredPath('users', { organization, need: 'factor' }),
} as const
