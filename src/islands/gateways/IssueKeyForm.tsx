import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  gatewayScopes,
  issueKeys,
  type KeyScope,
  keyScopes,
} from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Options } from '../../ui/Options.tsx'
import { useForm } from '../../ui/use-form.ts'
import { CoverField } from './CoverField.tsx'
import styles from './IssueKeyForm.module.css'
import '../../ui/date-field.css'

interface IssueKeyFormProps {
  /** Issued together, unless the user chooses one purpose. */
  readonly missing: readonly KeyScope[]
  readonly isForOperator: boolean
}

const fields = ['scope', 'note', 'expires_at', 'networks']

/** The keys appear above the form, once. What few users change is folded. */
export function IssueKeyForm({ missing, isForOperator }: IssueKeyFormProps) {
  const words = useStore($connectWords)
  const [issued, setIssued] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [scope, setScope] = useState('')
  const { pending, field, onSubmit } = useForm(
    (form) => issueKeys(form, missing),
    () => {
      setIssued(issued + 1)
      setScope('')
    },
  )
  const isComplete = missing.length === 0
  const count = isComplete || scope !== '' ? 1 : missing.length
  const action = (
    <div className={styles.action}>
      <Button type="submit" variant={isComplete ? 'secondary' : 'primary'} pending={pending}>
        {pending ? words.issuing : words.issueNeeded(count)}
      </Button>
    </div>
  )
  return (
    <form className={styles.issue} noValidate onSubmit={onSubmit}>
      {isForOperator && <CoverField key={issued} problem={field('organization_ids').problem} />}
      <details
        className={styles.action}
        open={isOpen || fields.some((name) => field(name).problem !== undefined)}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{isComplete ? words.anotherKey : words.keySettings}</summary>
        <div className={styles.issue}>
          <Field {...field('scope')} label={words.scope}>
            {(control) => (
              <select
                key={issued}
                {...control}
                onChange={(event) => setScope(event.currentTarget.value)}
              >
                {!isComplete && <option value="">{words.needed}</option>}
                <Options values={isForOperator ? gatewayScopes : keyScopes} labels={words} />
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
          {isComplete && action}
        </div>
      </details>
      {!isComplete && action}
    </form>
  )
}
