import { useStore } from '@nanostores/react'
import { type Ref, useState } from 'react'
import { $sendInvitationsWords } from '../../lib/sign-in/words/send-invitations.words.yaml'
import { Button } from '../../ui/Button.tsx'

interface SendAgainProps {
  /** How many invitations it sends. */
  readonly count: number
  readonly onSend: () => Promise<unknown>
  /** Whether it is what the user came for. */
  readonly isMain?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** Sends the invitations again of users who have not come. */
export function SendAgain({ count, onSend, isMain = false, ref }: SendAgainProps) {
  const words = useStore($sendInvitationsWords)
  const [isPending, setPending] = useState(false)
  async function send() {
    setPending(true)
    await onSend()
    setPending(false)
  }
  return (
    <Button
      {...(ref === undefined ? {} : { ref })}
      variant={isMain ? 'primary' : 'secondary'}
      size={isMain ? 'regular' : 'small'}
      pending={isPending}
      onClick={() => void send()}
    >
      {words.sendAgain(count)}
    </Button>
  )
}
