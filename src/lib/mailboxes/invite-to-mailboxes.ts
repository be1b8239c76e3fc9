import {
  inviteOwnToMailboxesEndpoint,
  inviteToMailboxesEndpoint,
} from '../../../contract/mailboxes/invite-to-mailboxes.ts'
import { call } from '../core/api/http.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { runLong } from '../core/ui-state/long-work.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $changeWords } from '../core/words/change.words.yaml'
import { $mailboxInvitationsWords } from './words/mailbox-invitations.words.yaml'

const notices = noticesAbout('mailbox-invitations')

/**
 * Writes to all who have no watched mailbox.
 * @param organizationId undefined for the own organization
 */
export async function inviteToMailboxes(organizationId?: string): Promise<void> {
  const words = $mailboxInvitationsWords.get()
  notices.drop()
  try {
    const send = () =>
      organizationId === undefined
        ? call(inviteOwnToMailboxesEndpoint)
        : call(inviteToMailboxesEndpoint, { organization_id: organizationId })
    const { invited } = await runLong($changeWords.get().running, send, false)
    notices.success(words.invited(invited))
  } catch (error) {
    await reportFailure(notices, error, { prefix: words.failed })
  }
}
