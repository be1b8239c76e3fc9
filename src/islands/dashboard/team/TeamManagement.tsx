import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $teamMessages } from '../../../lib/messages/team.ts'
import { alertComesLater, findTraining } from '../../../lib/team.ts'
import { Button } from '../../../ui/Button.tsx'
import { openInNewTab } from '../../../ui/new-tab.ts'
import { ReportModal } from '../parts/ReportModal.tsx'
import styles from './TeamManagement.module.css'

/** Four buttons beside the members (R141-R144). */
export function TeamManagement() {
  const messages = useStore($teamMessages)
  const [isReporting, setReporting] = useState(false)
  return (
    <section className={styles.management} aria-labelledby="management-title">
      <h2 id="management-title">{messages.manage}</h2>
      <Button variant="secondary" onClick={() => setReporting(true)}>
        {messages.report}
      </Button>
      <Button variant="secondary" onClick={() => void openInNewTab(findTraining())}>
        {messages.training}
      </Button>
      <Button variant="secondary" onClick={alertComesLater}>
        {messages.settings}
      </Button>
      <Button variant="secondary" onClick={alertComesLater}>
        {messages.analytics}
      </Button>
      {isReporting && <ReportModal onClose={() => setReporting(false)} />}
    </section>
  )
}
