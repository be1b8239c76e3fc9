import { useStore } from '@nanostores/react'
import { $sessionMessages } from '../../lib/messages/session.ts'
import { Button } from '../../ui/Button.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'

/**
 * What stands where a part of the page should, most often because its code did not come: without
 * network, or from before a new build. Browsers remember a module that failed, so that only a new
 * document tries again.
 */
export function NotLoaded() {
  const messages = useStore($sessionMessages)
  return (
    <StateMessage icon="warning" title={messages.notLoaded} isProblem>
      <Button onClick={() => location.reload()}>{messages.tryAgain}</Button>
    </StateMessage>
  )
}
