import { useStore } from '@nanostores/react'
import type { Person } from '../../../lib/organizations/people.ts'
import { correctPerson } from '../../../lib/organizations/person.ts'
import { $personWords } from '../../../lib/organizations/words/person.words.yaml'
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
  const words = useStore($personWords)
  const { pending, field, onSubmit } = useForm((form) => correctPerson(person, form), onDone)
  return (
    <section className={styles.part} aria-labelledby="person-correction">
      <h3 id="person-correction">{words.correct}</h3>
      <p>{words.correctText}</p>
      <form noValidate onSubmit={onSubmit}>
        <Field {...field('full_name')} label={words.full_name} required>
          {(control) => <input {...control} defaultValue={person.full_name} autoComplete="off" />}
        </Field>
        <Field {...field('email')} label={words.email} required>
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
        <Field {...field('department')} label={words.department}>
          {(control) => (
            <input {...control} defaultValue={person.department ?? ''} autoComplete="off" />
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
