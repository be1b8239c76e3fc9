import { useStore } from '@nanostores/react'
import type { Person } from '../../../lib/organizations/people.ts'
import { correctPerson } from '../../../lib/organizations/person.ts'
import { $personMessages } from '../../../lib/organizations/words/person.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import styles from './PersonModal.module.css'

interface PersonCorrectionProps {
  readonly person: Person
  readonly onDone: () => void
}

/** Name, address and department of a user who has not come yet (A1131). */
export function PersonCorrection({ person, onDone }: PersonCorrectionProps) {
  const messages = useStore($personMessages)
  const { pending, field, onSubmit } = useForm((form) => correctPerson(person, form), onDone)
  return (
    <section className={styles.part} aria-labelledby="person-correction">
      <h3 id="person-correction">{messages.correct}</h3>
      <p>{messages.correctText}</p>
      <form noValidate onSubmit={onSubmit}>
        <Field {...field('full_name')} label={messages.full_name} required>
          {(control) => <input {...control} defaultValue={person.full_name} autoComplete="off" />}
        </Field>
        <Field {...field('email')} label={messages.email} required>
          {(control) => (
            <input
              {...control}
              type="email"
              dir="ltr"
              defaultValue={person.email}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field {...field('department')} label={messages.department}>
          {(control) => (
            <input {...control} defaultValue={person.department ?? ''} autoComplete="off" />
          )}
        </Field>
        <div className={styles.actions}>
          <Button type="submit" variant="secondary" size="small" pending={pending}>
            {pending ? messages.saving : messages.save}
          </Button>
        </div>
      </form>
    </section>
  )
}
