import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $factorsResetMessages } from '../../../lib/messages/factors-reset.ts'
import { resetFactors } from '../../../lib/screens/factors-reset.ts'
import type { User } from '../../../lib/screens/users.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './UserFactors.module.css'

interface UserFactorsProps {
  readonly user: User
  readonly onDone: () => void
}

/** How many second factors a user has, and their reset (A549). */
export function UserFactors({ user, onDone }: UserFactorsProps) {
  const messages = useStore($factorsResetMessages)
  const [isPending, setPending] = useState(false)
  async function run() {
    setPending(true)
    const isDone = await resetFactors(user)
    setPending(false)
    if (isDone) onDone()
  }
  return (
    <div className={styles.factors}>
      <p>{messages.has(user.second_factors ?? 0)}</p>
      <Button variant="danger" size="small" pending={isPending} onClick={() => void run()}>
        {isPending ? messages.resetting : messages.reset}
      </Button>
    </div>
  )
}
