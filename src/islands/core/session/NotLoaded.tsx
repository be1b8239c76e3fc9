import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { noticesAbout } from '../../../lib/core/ui-state/notices.ts'
import { $causesWords } from '../../../lib/core/words/causes.words.yaml'
import { $sessionWords } from '../../../lib/sign-in/words/session.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'

/**
 * Shown in place of a component that failed, usually because its code could not be loaded: without
 * network, or after a new build. Browsers cache a failed module, so only a page reload tries again.
 */
export function NotLoaded({ isPart = false }: { readonly isPart?: boolean }) {
  const { notLoaded, tryAgain } = useStore($sessionWords)
  const causes = useStore($causesWords)
  return (
    <StateMessage
      icon="warning"
      title={isPart ? causes.partNotLoaded : notLoaded}
      hint={isPart ? causes.partNotLoadedHint : causes.notLoaded}
      isProblem
    >
      <Button onClick={() => location.reload()}>{tryAgain}</Button>
    </StateMessage>
  )
}

const notices = noticesAbout('not-loaded')

/** For what has no place on the page, as a dialog, which is closed. */
export function NotLoadedNotice({ onClose }: { readonly onClose: (() => void) | undefined }) {
  useEffect(() => {
    const { partNotLoaded, partNotLoadedHint } = $causesWords.get()
    notices.problem(partNotLoaded, { cause: partNotLoadedHint })
    onClose?.()
  }, [onClose])
  return null
}
