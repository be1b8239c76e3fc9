import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { closeDraft, draftOf } from '../../lib/core/ui-state/drafts.ts'
import { contactMail } from '../../lib/team/team.ts'
import { supportRequests } from '../../lib/team/team-requests.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import { supportModal } from '../support-requests/support-modal.ts'
import { MemberOptions } from './MemberOptions.tsx'
import { SupportRequests } from './SupportRequests.tsx'
import styles from './TeamTools.module.css'
import { TrainingButton } from './TrainingButton.tsx'

/** Three tools for team leads (R151-R155). */
export function TeamTools() {
  const words = useStore($teamWords)
  const { isOpen, open, close } = useOpened('support', () => draftOf('support')?.isOpen === true)
  return (
    <>
      <div className={styles.tools}>
        <Tool title={words.toolSupport} text={words.toolSupportText}>
          <Button onClick={open}>{words.toolSupport}</Button>
        </Tool>
        <Tool title={words.toolTraining} text={words.toolTrainingText}>
          <TrainingButton label={words.toolTrainingAction} />
        </Tool>
        <Tool title={words.toolContact} text={words.toolContactText}>
          <a className="button" data-variant="secondary" href={contactMail()} rel="external">
            {words.toolContactAction}
          </a>
        </Tool>
        <LazyPart
          part={supportModal}
          props={{
            isOpen,
            members: <MemberOptions />,
            onClose: () => {
              closeDraft('support')
              close()
              void supportRequests.reload()
            },
          }}
        />
      </div>
      <SupportRequests />
    </>
  )
}

interface ToolProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Tool({ title, text, children }: ToolProps) {
  const titleId = useId()
  return (
    <section className={styles.tool} aria-labelledby={titleId}>
      <h2 className="heading" id={titleId}>
        {title}
      </h2>
      <p>{text}</p>
      {children}
    </section>
  )
}
