import { useStore } from '@nanostores/react'
import { checkText } from '../../lib/emails/mail-check.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useForm } from '../../ui/use-form.ts'

/** Typed text outlasts a check of a file that failed, and the dialog. */
const draft = 'mail-check'

/** Takes a text or a link where there is no file. */
export function TextCheck() {
  const words = useStore($mailCheckWords)
  const { pending, field, onSubmit } = useForm(checkText, undefined, draft)
  return (
    <form ref={useDraft(draft)} noValidate onSubmit={onSubmit}>
      <Field {...field('text')} label={words.pasted} hint={words.pastedHint}>
        {(control) => <textarea {...control} rows={4} dir="auto" />}
      </Field>
      <div className="modal-actions">
        <Button type="submit" pending={pending}>
          {pending ? words.checking : words.checkText}
        </Button>
      </div>
    </form>
  )
}
