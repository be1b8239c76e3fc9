import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../../contract/users/own-invitations.ts'
import { call } from '../core/api/http.ts'
import { changeEach } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { invitationNotices, sendInvitations } from '../sign-in/send-invitations.ts'
import { $sendInvitationsWords } from '../sign-in/words/send-invitations.words.yaml'
import { type OwnUser, people } from './people.ts'
import { peopleSelection } from './people-selection.ts'
import { $peopleToolsWords } from './words/people-tools.words.yaml'

export async function inviteAgain(chosen: readonly OwnUser[]): Promise<void> {
  const sent = await sendInvitations(chosen, ({ id }) => call(sendOwnInvitationEndpoint, { id }))
  await endSelection(chosen, sent)
}

/** Withdraws those that there are, after a question. */
export async function withdrawInvitations(chosen: readonly OwnUser[]): Promise<void> {
  const words = $peopleToolsWords.get()
  const open = chosen.filter(({ invitation_expires_at }) => Boolean(invitation_expires_at))
  const question = { text: words.withdrawQuestion(open.length), action: words.withdraw }
  if (open.length > 0 && !(await confirm(question))) return
  const withdrawn = await changeEach(
    invitationNotices,
    {
      running: words.withdrawing,
      done: words.withdrawn,
      failed: $sendInvitationsWords.get().failed,
    },
    open,
    ({ id }) => call(withdrawOwnInvitationEndpoint, { id }),
  )
  await endSelection(open, withdrawn)
}

/** Those who are left stay chosen. */
async function endSelection(chosen: readonly OwnUser[], done: readonly OwnUser[]): Promise<void> {
  if (done.length === chosen.length) peopleSelection.end()
  else peopleSelection.choose(chosen.slice(done.length).map(({ id }) => id))
  await people.reload()
}
