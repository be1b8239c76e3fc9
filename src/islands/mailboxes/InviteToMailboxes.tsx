import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { inviteToMailboxes } from '../../lib/mailboxes/invite-to-mailboxes.ts'
import { $mailboxInvitationsWords } from '../../lib/mailboxes/words/mailbox-invitations.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Button } from '../../ui/Button.tsx'

interface InviteToMailboxesProps {
  /** Undefined for the own one. */
  readonly organizationId?: string
}

/** Writes to all of an organization who have no watched mailbox. */
export function InviteToMailboxes({ organizationId }: InviteToMailboxesProps) {
  const words = useStore($mailboxInvitationsWords)
  const isOffered = useStore($capabilities).has('mailbox-invitations')
  const [isPending, setPending] = useState(false)
  if (!isOffered) return null
  async function invite() {
    setPending(true)
    await inviteToMailboxes(organizationId)
    setPending(false)
  }
  return (
    <Button variant="secondary" size="small" pending={isPending} onClick={() => void invite()}>
      {words.invite}
    </Button>
  )
}
