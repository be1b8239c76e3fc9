import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $secondStepMessages } from '../../lib/messages/second-step.ts'
import { $capabilities } from '../../lib/session/capabilities.ts'
import { canUsePasskeys } from '../../lib/session/passkeys.ts'
import { signInWithPasskey } from '../../lib/session/second-step.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './LoginScreen.module.css'

/** Signs in without a password, where the backend has passkeys (A544). */
export function PasskeySignIn() {
  const messages = useStore($secondStepMessages)
  const offered = useStore($capabilities)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!canUsePasskeys(offered)) return null
  async function ask() {
    setAsking(true)
    setProblem(undefined)
    setProblem((await signInWithPasskey())?.text)
    setAsking(false)
  }
  return (
    <>
      <Button variant="plain" pending={isAsking} onClick={() => void ask()}>
        {messages.passkeyAlone}
      </Button>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
