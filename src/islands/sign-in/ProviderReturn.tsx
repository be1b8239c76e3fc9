import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $session } from '../../lib/sign-in/session.ts'
import { completeProviderReturn, type ProviderResult } from '../../lib/sign-in/single-sign-on.ts'
import { $singleSignOnWords } from '../../lib/sign-in/words/single-sign-on.words.yaml'
import { showLoadingShell } from '../core/session/loading-shell.ts'
import { Entrance, Message } from './Entrance.tsx'
import { OrganizationSignIn } from './OrganizationSignIn.tsx'

interface ProviderReturnProps {
  readonly fragment: string
  /** Called when the sign-in page can go on as usual. */
  readonly onDone: () => void
}

/** The browser comes back from the organization's provider. */
export function ProviderReturn({ fragment, onDone }: ProviderReturnProps) {
  const words = useStore($singleSignOnWords)
  const session = useStore($session)
  const [result, setResult] = useState<ProviderResult>()
  useEffect(() => {
    showLoadingShell(false)
    let isShown = true
    void completeProviderReturn(fragment).then((completed) => isShown && setResult(completed))
    return () => {
      isShown = false
    }
  }, [fragment])
  useEffect(() => {
    if (result?.status === 'signed-in') onDone()
    // Works in the window that `ConfirmAtProvider` opened.
    if (result?.status === 'confirmed') close()
  }, [result, onDone])

  if (result?.status === 'confirmed') {
    return (
      <Entrance>
        <Message title={words.confirmedTitle} text={words.confirmed} />
      </Entrance>
    )
  }
  if (result?.status !== 'failed') {
    return (
      <Entrance>
        <p role="status">{words.finishing}</p>
      </Entrance>
    )
  }
  return (
    <Entrance>
      {session.status === 'signed-in' ? (
        // Only a confirmation is asked for by a user who is signed in.
        <Message title={words.notConfirmedTitle} text={result.text} error={result.error}>
          <p>{words.notConfirmed}</p>
        </Message>
      ) : (
        <OrganizationSignIn problem={result} onBack={onDone} />
      )}
    </Entrance>
  )
}
