import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type OwnUser, peopleSelection } from '../../lib/people/people.ts'
import { inviteAgain, withdrawInvitations } from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { SelectionBar } from '../core/lists/SelectionBar.tsx'
import { SendAgain } from '../sign-in/SendAgain.tsx'

/** Actions for several invitations at once. */
export function PeopleTools({ waiting }: { readonly waiting: readonly OwnUser[] }) {
  const words = useStore($peopleInviteWords)
  const selection = useStore(peopleSelection.$selection)
  const [pending, setPending] = useState<'send' | 'withdraw'>()
  const chosen = waiting.filter(({ id }) => selection?.has(id))
  async function run(action: 'send' | 'withdraw') {
    setPending(action)
    await (action === 'send' ? inviteAgain : withdrawInvitations)(chosen)
    setPending(undefined)
  }
  return (
    <SelectionBar
      words={words}
      chosen={chosen.length}
      total={waiting.length}
      onAll={() => peopleSelection.choose(waiting.map(({ id }) => id))}
      onCancel={peopleSelection.end}
    >
      <Button
        variant="secondary"
        size="small"
        disabled={chosen.length === 0 || pending === 'withdraw'}
        pending={pending === 'send'}
        onClick={() => void run('send')}
      >
        {words.send}
      </Button>
      <Button
        variant="danger"
        size="small"
        disabled={chosen.length === 0 || pending === 'send'}
        pending={pending === 'withdraw'}
        onClick={() => void run('withdraw')}
      >
        {words.withdraw}
      </Button>
    </SelectionBar>
  )
}

/** In place of a selection of all that were found. */
export function SendAgainToAll({ users }: { readonly users: readonly OwnUser[] }) {
  return <SendAgain count={users.length} onSend={() => inviteAgain(users)} />
}
