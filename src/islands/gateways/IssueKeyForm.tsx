import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { issueKey, keyScopes } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Options } from '../../ui/Options.tsx'
import { useForm } from '../../ui/use-form.ts'
import { CoverField } from './CoverField.tsx'
import styles from './IssueKeyForm.module.css'
import '../../ui/date-field.css'

/** Its key appears above the form, once. */
export function IssueKeyForm({ isForOperator }: { readonly isForOperator: boolean }) {
  const words = useStore($connectWords)
  const [issued, setIssued] = useState(0)
  const { pending, field, onSubmit } = useForm(issueKey, () => setIssued(issued + 1))
  return (
    <form className={styles.issue} noValidate onSubmit={onSubmit}>
      <Field {...field('scope')} label={words.scope}>
        {(control) => (
          <select {...control} defaultValue="report">
            <Options values={keyScopes} labels={words} />
          </select>
        )}
      </Field>
      <Field {...field('note')} label={words.note} hint={words.noteHint}>
        {(control) => <input {...control} autoComplete="off" spellCheck={false} />}
      </Field>
      <Field {...field('expires_at')} label={words.expires} hint={words.expiresHint}>
        {(control) => <input {...control} type="date" />}
      </Field>
      <Field
        {...field('networks')}
        label={words.networks}
        hint={words.networksHint({ example: '192.0.2.0/24, 198.51.100.0/24' })}
      >
        {(control) => <input {...control} dir="ltr" autoComplete="off" spellCheck={false} />}
      </Field>
      {isForOperator && <CoverField key={issued} problem={field('organization_ids').problem} />}
      <div className={styles.action}>
        <Button type="submit" pending={pending}>
          {pending ? words.issuing : words.issue}
        </Button>
      </div>
    </form>
  )
}
