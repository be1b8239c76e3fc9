import { useStore } from '@nanostores/react'
import { viewPath } from '../../lib/core/navigation/view.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { alertComesLater } from '../../lib/team/team.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import { reportModal } from '../support-requests/report-modal.ts'
import styles from './TeamManagement.module.css'
import { TrainingButton } from './TrainingButton.tsx'

const reportDraft = 'team report'

/** Four buttons next to the members (R141-R144). */
export function TeamManagement() {
  const words = useStore($teamWords)
  const { isOpen, open, close } = useOpened('report', () => draftOf(reportDraft) !== undefined)
  usePartSoon(reportModal)
  return (
    <section className={styles.management} aria-labelledby="management-title">
      <h2 id="management-title">{words.manage}</h2>
      <Button variant="secondary" onClick={open}>
        {words.report}
      </Button>
      <TrainingButton label={words.training} />
      <Button variant="secondary" onClick={alertComesLater}>
        {words.settings}
      </Button>
      <Button variant="secondary" onClick={alertComesLater}>
        {words.analytics}
      </Button>
      {isOpen && (
        <LazyPart
          part={reportModal}
          props={{
            draft: reportDraft,
            onClose: close,
            ownReport: viewPath('team', 'report'),
          }}
        />
      )}
    </section>
  )
}
