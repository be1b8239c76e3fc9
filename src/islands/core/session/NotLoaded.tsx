import { useStore } from '@nanostores/react'
import { $causesWords } from '../../../lib/core/words/causes.words.yaml'
import { $sessionWords } from '../../../lib/sign-in/words/session.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'

/**
 * Shown in place of a component that failed, usually because its code could not be loaded: without
 * network, or after a new build. Browsers cache a failed module, so only a page reload tries again.
 */
export function NotLoaded() {
  const words = useStore($sessionWords)
  const { notLoaded } = useStore($causesWords)
  return (
    <StateMessage icon="warning" title={words.notLoaded} hint={notLoaded} isProblem>
      <Button onClick={() => location.reload()}>{words.tryAgain}</Button>
    </StateMessage>
  )
}
