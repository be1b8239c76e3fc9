import { useStore } from '@nanostores/react'
import { addFlag } from '../../lib/flags/flags.ts'
import { $flagsWords } from '../../lib/flags/words/flags.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useForm } from '../../ui/use-form.ts'
import styles from './AddFlag.module.css'

/** Focuses the form for the next flag, unless the user is already typing or is elsewhere. */
function focusNext(form: HTMLFormElement, isTypedOn: boolean): void {
  const { activeElement, body } = document
  if (isTypedOn || (activeElement !== body && !form.contains(activeElement))) return
  form.querySelector<HTMLElement>('[name=value]')?.focus()
}

/** The form above the list (R156-R168). */
export function AddFlag() {
  const words = useStore($flagsWords)
  const form = useForm(addFlag, focusNext, 'flag')
  return (
    <section className={styles.add} aria-labelledby="add-flag-title">
      <div>
        <h2 id="add-flag-title">{words.addTitle}</h2>
        <p>{words.addHint}</p>
      </div>
      <form ref={useDraft('flag')} className={styles.form} noValidate onSubmit={form.onSubmit}>
        <Field {...form.field('flag_type')} label={words.type}>
          {(control) => (
            <select {...control} defaultValue="green">
              <option value="green">{words.green}</option>
              <option value="red">{words.red}</option>
            </select>
          )}
        </Field>
        <Field {...form.field('value')} label={words.value} hint={words.valueHint} required>
          {(control) => (
            <input
              {...control}
              data-focus-when-empty
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field {...form.field('reason')} label={words.reason}>
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        <Button type="submit" pending={form.pending}>
          {form.pending ? words.adding : words.add}
        </Button>
      </form>
    </section>
  )
}
