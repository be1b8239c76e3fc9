import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../../contract/users/own-invitations.ts'
import { call } from '../core/api/http.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { type OwnUser, people } from './people.ts'
import { peopleSelection } from './people-selection.ts'
import { $peopleToolsWords } from './words/people-tools.words.yaml'

const notices = noticesAbout('people-tools')

export function sendInvitations(chosen: readonly OwnUser[]): Promise<void> {
  const { sent } = $peopleToolsWords.get()
  return forEach(chosen, sendOwnInvitationEndpoint, sent)
}

/** Withdraws those that there are, after a question. */
export async function withdrawInvitations(chosen: readonly OwnUser[]): Promise<void> {
  const words = $peopleToolsWords.get()
  const open = chosen.filter(({ invitation_expires_at }) => Boolean(invitation_expires_at))
  const question = { text: words.withdrawQuestion(open.length), action: words.withdraw }
  if (open.length > 0 && !(await confirm(question))) return
  await forEach(open, withdrawOwnInvitationEndpoint, words.withdrawn)
}

/** One after the other; the first failure ends it, and those who are left stay chosen. */
async function forEach(
  chosen: readonly OwnUser[],
  endpoint: typeof sendOwnInvitationEndpoint | typeof withdrawOwnInvitationEndpoint,
  done: (count: number) => string,
): Promise<void> {
  const { failed } = $peopleToolsWords.get()
  notices.drop()
  let count = 0
  try {
    for (const { id } of chosen) {
      await call(endpoint, { id })
      count += 1
    }
    peopleSelection.end()
    notices.success(done(count))
  } catch (error) {
    peopleSelection.choose(chosen.slice(count).map(({ id }) => id))
    await reportFailure(notices, error, {
      prefix: failed({ done: String(count), total: String(chosen.length) }),
    })
  }
  await people.reload()
}
