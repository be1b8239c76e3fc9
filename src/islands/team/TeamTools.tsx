import { useStore } from '@nanostores/react'
import { type ReactNode, useId, useState } from 'react'
import { closeDraft, draftOf } from '../../lib/core/ui-state/drafts.ts'
import { contactMail } from '../../lib/team/team.ts'
import { $teamMessages } from '../../lib/team/words/team.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { supportModal } from '../support-requests/support-modal.ts'
import { MemberOptions } from './MemberOptions.tsx'
import styles from './TeamTools.module.css'
import { TrainingButton } from './TrainingButton.tsx'

/** Three tools for team leads (R151-R155). */
export function TeamTools() {
  const messages = useStore($teamMessages)
  const [isAsking, setAsking] = useState(draftOf('support')?.isOpen === true)
  function close() {
    closeDraft('support')
    setAsking(false)
  }
  return (
    <div className={styles.tools}>
      <Tool title={messages.toolSupport} text={messages.toolSupportText}>
        <Button onClick={() => setAsking(true)}>{messages.toolSupport}</Button>
      </Tool>
      <Tool title={messages.toolTraining} text={messages.toolTrainingText}>
        <TrainingButton label={messages.toolTrainingAction} />
      </Tool>
      <Tool title={messages.toolContact} text={messages.toolContactText}>
        <a className="button" data-variant="secondary" href={contactMail()} rel="external">
          {messages.toolContactAction}
        </a>
      </Tool>
      <LazyPart
        part={supportModal}
        props={{ isOpen: isAsking, members: <MemberOptions />, onClose: close }}
      />
    </div>
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
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}
