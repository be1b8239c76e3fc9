import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { listComma } from '../../../lib/format/list.ts'
import { $peopleInviteMessages } from '../../../lib/messages/people-invite.ts'
import { inviteDraft } from '../../../lib/screens/people.ts'
import {
  type InviteResult,
  inviteLines,
  readLines,
  rejectedLines,
} from '../../../lib/screens/people-invite.ts'
import { draftOf, dropDraft, keepField } from '../../../lib/ui-state/drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import styles from './InviteModal.module.css'
import { InviteResults } from './InviteResults.tsx'

interface InviteModalProps {
  readonly domains: readonly string[]
  /** How many invitations can be sent today. */
  readonly left: number
  readonly onClose: () => void
}

/** Invites the people of pasted lines, and says for each what became of it (A681). */
export function InviteModal({ domains, left, onClose }: InviteModalProps) {
  const messages = useStore($peopleInviteMessages)
  const drafted = draftOf(inviteDraft)?.fields.lines
  const [text, setText] = useState(drafted ?? '')
  const [isSending, setSending] = useState(false)
  const [results, setResults] = useState<readonly InviteResult[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const count = readLines(text).length
  function change(typed: string) {
    setText(typed)
    keepField(inviteDraft, 'lines', typed)
  }
  function close() {
    dropDraft(inviteDraft)
    onClose()
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    const sent = await inviteLines(text)
    setSending(false)
    if (sent === undefined) return field.current?.focus()
    setResults(sent)
    const rejected = rejectedLines(sent)
    setText(rejected)
    if (rejected === '') dropDraft(inviteDraft)
    else keepField(inviteDraft, 'lines', rejected)
  }
  return (
    <Modal
      title={messages.title}
      isOpen
      isWide
      onDismiss={close}
      asksBeforeDiscard
      hasDraft={drafted !== undefined && drafted !== ''}
    >
      <div className={styles.body}>
        {results.length > 0 && <InviteResults results={results} />}
        <p>{messages.explained}</p>
        <form noValidate onSubmit={submit}>
          <Field
            name="lines"
            label={messages.lines}
            hint={messages.linesHint({
              domains: domains.map((name) => `@${name}`).join(listComma()),
            })}
            required
          >
            {(control) => (
              <textarea
                {...control}
                ref={field}
                rows={6}
                value={text}
                readOnly={isSending}
                placeholder={messages.example}
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => change(event.currentTarget.value)}
              />
            )}
          </Field>
          <p className={styles.left}>{messages.invitationsLeft(left)}</p>
          <div className="modal-actions">
            <Button type="submit" pending={isSending}>
              {label()}
            </Button>
          </div>
        </form>
      </div>
    </Modal>
  )

  function label(): string {
    if (isSending) return messages.sending
    return count === 0 ? messages.sendNone : messages.send(count)
  }
}
