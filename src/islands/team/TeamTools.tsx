import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { closeDraft, draftOf } from '../../lib/core/ui-state/drafts.ts'
import { $supportWords } from '../../lib/support-requests/support.ts'
import { contactMail } from '../../lib/team/team.ts'
import { type SupportRequest, supportRequests } from '../../lib/team/team-requests.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { $teamRequestsWords } from '../../lib/team/words/team-requests.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { FactRow } from '../core/facts/FactRow.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import { supportModal } from '../support-requests/report-modal.ts'
import { MemberOptions } from './MemberOptions.tsx'
import styles from './TeamTools.module.css'
import { TrainingButton } from './TrainingButton.tsx'

/** The user's own support requests and their answers; nothing without one. */
export function SupportRequests() {
  const words = useStore($teamRequestsWords)
  const resource = useStore(supportRequests.$resource)
  if (resource.status === 'loading') return null
  if (resource.status === 'loaded' && !resource.data.requests?.length) return null
  return (
    <section className={styles.reports} aria-labelledby="support-requests">
      <h2 className="heading" id="support-requests">
        {words.sent}
      </h2>
      <Loaded store={supportRequests} loading={words.loading} failed={words.failed} isQuiet>
        {({ requests }) => (
          <ul>
            {requests?.map((request) => (
              <Row key={request.id} request={request} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function Row({ request }: { readonly request: SupportRequest }) {
  const words = useStore($teamRequestsWords)
  const support = useStore($supportWords)
  const { request_type, priority, at, answered_at } = request
  return (
    <FactRow
      name={support[request_type]}
      state={answered_at === null ? words.waiting : words.answered}
      isOver={answered_at !== null}
      facts={[
        `${support.priority}: ${support[priority]}`,
        words.sentAt({ time: displayTime(at).text }),
        ...(answered_at === null
          ? []
          : [words.answeredAt({ time: displayTime(answered_at).text })]),
      ]}
    />
  )
}

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
