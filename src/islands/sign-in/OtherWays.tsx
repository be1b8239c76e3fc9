import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FormProblem } from '../../lib/core/ui-state/form.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { canUsePasskeys } from '../../lib/sign-in/passkeys.ts'
import { $signInWords } from '../../lib/sign-in/words/sign-in.words.yaml'
import { Button } from '../../ui/Button.tsx'

interface OtherWaysProps {
  readonly onProblem: (problem: FormProblem | undefined) => void
  readonly onOrganization: () => void
}

/**
 * Sign-in without a password, where the backend has it. The code of each way is loaded when
 * it is chosen.
 */
export function OtherWays({ onProblem, onOrganization }: OtherWaysProps) {
  const words = useStore($signInWords)
  const offered = useStore($capabilities)
  const [isAsking, setAsking] = useState(false)
  async function askPasskey() {
    setAsking(true)
    onProblem(undefined)
    const module = await import('../../lib/sign-in/second-step.ts').catch(() => undefined)
    onProblem(module ? await module.signInWithPasskey() : { text: words.failed })
    setAsking(false)
  }
  return (
    <>
      {offered.has('single-sign-on') && (
        <Button variant="plain" onClick={onOrganization}>
          {words.organization}
        </Button>
      )}
      {canUsePasskeys(offered) && (
        <Button variant="plain" pending={isAsking} onClick={() => void askPasskey()}>
          {words.passkey}
        </Button>
      )}
    </>
  )
}
