import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { sendInvitation } from '../../lib/people/own-user.ts'
import type { InviteeRow } from '../../lib/people/parse-invitees.ts'
import { $waitingUsers } from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import { Button } from '../../ui/Button.tsx'

/** Sends the invitation of a line again whose user exists and has not come yet. */
export function InviteAgain({ row: { line, email } }: { readonly row: InviteeRow }) {
  const words = useStore($peopleInviteWords)
  const id = useStore($waitingUsers).get(line)
  const [isPending, setPending] = useState(false)
  if (id === undefined) return null
  async function send(user: { readonly id: string | number; readonly email: string }) {
    setPending(true)
    await sendInvitation(user)
    setPending(false)
  }
  return (
    <Button
      variant="secondary"
      size="small"
      label={words.sendAgainTo({ email })}
      pending={isPending}
      onClick={() => void send({ id, email })}
    >
      {words.sendAgain}
    </Button>
  )
}
