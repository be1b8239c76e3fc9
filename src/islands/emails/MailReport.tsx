import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import { longestNote, type MailOpinion, reportCheck } from '../../lib/emails/mail-check.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './CheckMailModal.module.css'

/** The user's own opinion of the checked mail. */
export function MailReport({ opinion }: { readonly opinion: MailOpinion | undefined }) {
  const words = useStore($mailCheckWords)
  const titleId = useId()
  const chosen = useRef<MailOpinion>('dangerous')
  const { pending, field, onSubmit } = useForm((form) => reportCheck(form, chosen.current))
  if (opinion !== undefined) {
    const said = { honest: words.reportedHonest, dangerous: words.reportedDangerous }
    return <p className={styles.reported}>{said[opinion]}</p>
  }
  return (
    <form className={styles.report} aria-labelledby={titleId} noValidate onSubmit={onSubmit}>
      <h4 id={titleId}>{words.reportTitle}</h4>
      <Field {...field('note')} label={words.note}>
        {(control) => <textarea {...control} rows={2} maxLength={longestNote} />}
      </Field>
      <div className="modal-actions">
        {(['honest', 'dangerous'] as const).map((choice) => (
          <Button
            key={choice}
            type="submit"
            variant="secondary"
            pending={pending}
            onClick={() => {
              chosen.current = choice
            }}
          >
            {words[choice]}
          </Button>
        ))}
      </div>
    </form>
  )
}
