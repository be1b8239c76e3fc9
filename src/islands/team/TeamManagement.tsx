import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $teamMessages } from '../../../lib/messages/team.ts'
import { viewPath } from '../../../lib/navigation/view.ts'
import { alertComesLater } from '../../../lib/screens/team.ts'
import { draftOf } from '../../../lib/ui-state/drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { LazyPart, usePartSoon } from '../parts/LazyPart.tsx'
import { reportModal } from '../parts/report-modal.ts'
import styles from './TeamManagement.module.css'
import { TrainingButton } from './TrainingButton.tsx'

const reportDraft = 'team report'

/** Four buttons next to the members (R141-R144). */
export function TeamManagement() {
  const messages = useStore($teamMessages)
  const [isReporting, setReporting] = useState(draftOf(reportDraft) !== undefined)
  usePartSoon(reportModal)
  return (
    <section className={styles.management} aria-labelledby="management-title">
      <h2 id="management-title">{messages.manage}</h2>
      <Button variant="secondary" onClick={() => setReporting(true)}>
        {messages.report}
      </Button>
      <TrainingButton label={messages.training} />
      <Button variant="secondary" onClick={alertComesLater}>
        {messages.settings}
      </Button>
      <Button variant="secondary" onClick={alertComesLater}>
        {messages.analytics}
      </Button>
      {isReporting && (
        <LazyPart
          part={reportModal}
          props={{
            draft: reportDraft,
            onClose: () => setReporting(false),
            ownReport: viewPath('team', 'report'),
          }}
        />
      )}
    </section>
  )
}
