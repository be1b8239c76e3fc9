import { useStore } from '@nanostores/react'
import { openTask } from '../../lib/account/factors.ts'
import { $factorsWords } from '../../lib/account/words/factors.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { canUsePasskeys } from '../../lib/sign-in/passkeys.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './FactorsSection.module.css'

interface FactorChoicesProps {
  /** Whether the user has an authenticator app, of which there can be one. */
  readonly hasTotp?: boolean
  /** Said where no factor can be added. */
  readonly unavailable?: string
}

/** The factors that can be added here. */
export function FactorChoices({ hasTotp = false, unavailable }: FactorChoicesProps) {
  const words = useStore($factorsWords)
  const offered = useStore($capabilities)
  const offersTotp = offered.has('totp') && !hasTotp
  const offersPasskey = canUsePasskeys(offered)
  if (!offersTotp && !offersPasskey) {
    // Until the backend has answered, nothing is known.
    return offered.size > 0 && unavailable !== undefined ? <p>{unavailable}</p> : null
  }
  return (
    <div className={styles.actions}>
      {offersTotp && (
        <Button variant="secondary" onClick={() => openTask({ kind: 'add-totp' })}>
          {words.addTotp}
        </Button>
      )}
      {offersPasskey && (
        <Button variant="secondary" onClick={() => openTask({ kind: 'add-passkey' })}>
          {words.addPasskey}
        </Button>
      )}
    </div>
  )
}
