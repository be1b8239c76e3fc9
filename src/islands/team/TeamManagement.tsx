import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { viewPath } from '../../lib/core/navigation/view.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { alertComesLater } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { reportModal } from '../support-requests/report-modal.ts'
import styles from './TeamManagement.module.css'
import { TrainingButton } from './TrainingButton.tsx'

const reportDraft = 'team report'

/** Four buttons next to the members (R141-R144). */
export function TeamManagement() {
  const words = useStore($teamWords)
  const [isReporting, setReporting] = useState(draftOf(reportDraft) !== undefined)
  usePartSoon(reportModal)
  return (
    <section className={styles.management} aria-labelledby="management-title">
      <h2 id="management-title">{words.manage}</h2>
      <Button variant="secondary" onClick={() => setReporting(true)}>
        {words.report}
      </Button>
      <TrainingButton label={words.training} />
      <Button variant="secondary" onClick={alertComesLater}>
        {words.settings}
      </Button>
      <Button variant="secondary" onClick={alertComesLater}>
        {words.analytics}
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
