import { useStore } from '@nanostores/react'
import { correctUser } from '../../lib/people/own-user.ts'
import type { OwnUser } from '../../lib/people/people.ts'
import { $ownUserWords } from '../../lib/people/words/own-user.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './OwnUserModal.module.css'

interface OwnUserCorrectionProps {
  readonly user: OwnUser
  readonly onDone: () => void
}

/** Name, address and department of a user who has not come yet. */
export function OwnUserCorrection({ user, onDone }: OwnUserCorrectionProps) {
  const words = useStore($ownUserWords)
  const { pending, field, onSubmit } = useForm((form) => correctUser(user, form), onDone)
  return (
    <section className={styles.part} aria-labelledby="user-correction">
      <h3 id="user-correction">{words.correct}</h3>
      <p>{words.correctText}</p>
      <form noValidate onSubmit={onSubmit}>
        <Field {...field('full_name')} label={words.full_name} required>
          {(control) => <input {...control} defaultValue={user.full_name} autoComplete="off" />}
        </Field>
        <Field {...field('email')} label={words.email} required>
          {(control) => (
            <input
              {...control}
              type="email"
              dir="ltr"
              defaultValue={user.email}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field {...field('department')} label={words.department}>
          {(control) => (
            <input {...control} defaultValue={user.department ?? ''} autoComplete="off" />
          )}
        </Field>
        <div className={styles.actions}>
          <Button type="submit" variant="secondary" size="small" pending={pending}>
            {pending ? words.saving : words.save}
          </Button>
        </div>
      </form>
    </section>
  )
}
