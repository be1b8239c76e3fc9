import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { resetFactors } from '../../lib/users/factors-reset.ts'
import type { User } from '../../lib/users/users.ts'
import { $factorsResetWords } from '../../lib/users/words/factors-reset.words.yaml'
import { Button } from '../../ui/Button.tsx'
import styles from './UserForm.module.css'

interface UserFactorsProps {
  readonly user: User
  readonly onDone: () => void
}

/** How many second factors a user has, and their reset. */
export function UserFactors({ user, onDone }: UserFactorsProps) {
  const words = useStore($factorsResetWords)
  const [isPending, setPending] = useState(false)
  async function run() {
    setPending(true)
    const isDone = await resetFactors(user)
    setPending(false)
    if (isDone) onDone()
  }
  return (
    <div className={styles.factors}>
      <p>{words.has(user.second_factors ?? 0)}</p>
      <Button variant="danger" size="small" pending={isPending} onClick={() => void run()}>
        {isPending ? words.resetting : words.reset}
      </Button>
    </div>
  )
}
