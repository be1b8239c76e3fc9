import { useStore } from '@nanostores/react'
import { $accountDataMessages } from '../../../lib/messages/account-data.ts'
import {
  $accountDataRunning,
  askForErasure,
  downloadData,
} from '../../../lib/screens/account-data.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './DataSection.module.css'
import { Section } from './Section.tsx'

/** What is kept about the user, and how to have it erased (A527). */
export function DataSection() {
  const messages = useStore($accountDataMessages)
  const running = useStore($accountDataRunning)
  return (
    <Section title={messages.title} text={messages.text}>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          pending={running === 'download'}
          onClick={() => void downloadData()}
        >
          {running === 'download' ? messages.downloading : messages.download}
        </Button>
        <Button
          variant="plain"
          pending={running === 'erasure'}
          onClick={() => void askForErasure()}
        >
          {running === 'erasure' ? messages.asking : messages.erasure}
        </Button>
      </div>
    </Section>
  )
}
