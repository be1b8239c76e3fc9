import { useStore } from '@nanostores/react'
import { messageDetails, openMessage } from '../../../lib/emails/messages.ts'
import { $messageListWords } from '../../../lib/emails/words/message-list.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessagesView.module.css'

/** An open message that is not among the rows, for instance of a link. */
export function LinkedMessage({ id }: { readonly id: string }) {
  const words = useStore($messageListWords)
  const resource = useStore(messageDetails.$resource)
  if (resource.status === 'failed') {
    return (
      <StateMessage icon="info" title={words.gone} hint={words.goneHint}>
        <Button variant="secondary" onClick={() => openMessage(undefined)}>
          {words.close}
        </Button>
      </StateMessage>
    )
  }
  if (resource.status === 'loading' || String(resource.data.message.id) !== id) return null
  return (
    <ul className={`${styles.list} ${styles.linked}`} aria-label={words.list} ref={keepRowFocus}>
      <MessageRow message={resource.data.message} words={words} isOpen />
    </ul>
  )
}
