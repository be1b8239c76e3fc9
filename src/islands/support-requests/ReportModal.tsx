import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { dropDraft } from '../../lib/core/ui-state/drafts.ts'
import { reportTypes, reportUrgencies, requestReport } from '../../lib/emails/report.ts'
import { $reportWords } from '../../lib/emails/words/report.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { MailLink, type MailLinkHandle } from '../../ui/MailLink.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Options } from '../../ui/Options.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useForm } from '../../ui/use-form.ts'

interface ReportModalProps {
  /** The name of its draft, one for each screen. */
  readonly draft: string
  readonly onClose: () => void
  /** Where there is a report that needs no request. */
  readonly ownReport?: string
}

/** R200-R206: opens a mail, and keeps a link to it in case the mail program does not open. */
export function ReportModal({ draft, onClose, ownReport }: ReportModalProps) {
  const words = useStore($reportWords)
  const mail = useRef<MailLinkHandle>(null)
  const form = useForm(
    (typed) => requestReport(typed, (href) => mail.current?.open(href)),
    undefined,
    draft,
  )
  function close() {
    dropDraft(draft)
    onClose()
  }
  return (
    <Modal title={words.title} isOpen onDismiss={close}>
      {ownReport !== undefined && (
        <p>
          {words.ownReport} <a href={ownReport}>{words.openOwnReport}</a>
        </p>
      )}
      <form ref={useDraft(draft)} noValidate onSubmit={form.onSubmit}>
        <Field {...form.field('type')} label={words.type}>
          {(control) => (
            <select {...control}>
              <Options values={reportTypes} labels={words} />
            </select>
          )}
        </Field>
        <Field {...form.field('urgency')} label={words.urgency}>
          {(control) => (
            <select {...control}>
              <Options values={reportUrgencies} labels={words} />
            </select>
          )}
        </Field>
        <Field {...form.field('details')} label={words.details} required>
          {(control) => <textarea {...control} rows={5} maxLength={1500} />}
        </Field>
        <div className="modal-actions">
          <MailLink ref={mail} />
          <Button type="submit">{words.title}</Button>
        </div>
      </form>
    </Modal>
  )
}
