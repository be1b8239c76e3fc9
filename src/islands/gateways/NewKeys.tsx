import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Choice } from '../../lib/core/ui-state/choices.ts'
import { copyNamed } from '../../lib/gateways/connect-files.ts'
import {
  $issuedKeys,
  gatewayScopes,
  type IssuedKeys as Issued,
  issueKeys,
  type KeyScope,
  keyScopes,
  keysAsText,
} from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { $operatorKeysWords } from '../../lib/gateways/words/operator-keys.words.yaml'
import { searchOrganizations } from '../../lib/organizations/organization-choices.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Options } from '../../ui/Options.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { useForm } from '../../ui/use-form.ts'
import { CopyField } from '../core/parts/CopyField.tsx'
import styles from './Keys.module.css'
import '../../ui/date-field.css'

/** Which organizations a key of the operator is for; the fields are `covers` and `organization_ids`. */
function CoverField({ problem }: { readonly problem: string | undefined }) {
  const words = useStore($operatorKeysWords)
  const [isChosen, setChosen] = useState(false)
  return (
    <>
      <Field name="covers" label={words.covers}>
        {(control) => (
          <select
            {...control}
            defaultValue="all"
            onChange={(event) => setChosen(event.currentTarget.value === 'chosen')}
          >
            <option value="all">{words.all}</option>
            <option value="chosen">{words.chosen}</option>
          </select>
        )}
      </Field>
      {isChosen && <ChosenOrganizations problem={problem} />}
    </>
  )
}

function ChosenOrganizations({ problem }: { readonly problem: string | undefined }) {
  const words = useStore($operatorKeysWords)
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(0)
  const listId = useId()
  useEffect(() => {
    // The field is a new one after each choice, and goes on where the last one was.
    if (shown.current === chosen.length) return
    shown.current = chosen.length
    part.current?.querySelector<HTMLInputElement>('[role=combobox]')?.focus()
  }, [chosen])
  function add(choice: Choice | undefined) {
    if (choice === undefined) return
    setChosen([...chosen.filter(({ id }) => id !== choice.id), choice])
  }
  return (
    <div ref={part} className={styles.chosen}>
      <Picker
        key={chosen.map(({ id }) => id).join()}
        label={words.add}
        name="organization_ids"
        placeholder={words.addHint}
        search={searchOrganizations}
        problem={problem}
        onChoose={add}
      />
      {chosen.length > 0 && (
        <>
          <p id={listId} className="visually-hidden">
            {words.chosenList}
          </p>
          <ul aria-labelledby={listId} className={styles.list}>
            {chosen.map(({ id, label }) => (
              <li key={id}>
                <input type="hidden" name="organization_ids" value={id} />
                <bdi>{label}</bdi>
                <Button
                  variant="plain"
                  size="small"
                  label={words.removeOne({ name: label })}
                  onClick={() => setChosen(chosen.filter((other) => other.id !== id))}
                >
                  {words.remove}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface IssueKeyFormProps {
  /** Issued together, unless the user chooses one purpose. */
  readonly missing: readonly KeyScope[]
  readonly isForOperator: boolean
}

const fields = ['scope', 'note', 'expires_at', 'networks']

/** The keys appear above the form, once. What few users change is folded. */
function IssueKeyForm({ missing, isForOperator }: IssueKeyFormProps) {
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

interface NewKeysProps {
  readonly needed: readonly KeyScope[]
  readonly isForOperator?: boolean
}

/** The keys that a connection needs, issued in one press and shown once. */
export function NewKeys({ needed, isForOperator = false }: NewKeysProps) {
  const words = useStore($connectWords)
  const issued = useStore($issuedKeys)
  const missing = needed.filter((scope) => issued[scope] === undefined)
  return (
    <>
      <IssuedKeys keys={issued} isForOperator={isForOperator} />
      {missing.length > 0 && (
        <p className="soft">
          {words.needs(missing.length)} {missing.map((scope) => words[scope]).join(' · ')}
        </p>
      )}
      <IssueKeyForm missing={missing} isForOperator={isForOperator} />
    </>
  )
}

interface IssuedKeysProps {
  readonly keys: Issued
  readonly isForOperator: boolean
}

/** The keys that were issued since the panel opened; nothing shows them again. */
function IssuedKeys({ keys, isForOperator }: IssuedKeysProps) {
  const words = useStore($connectWords)
  const { issuedHint } = useStore(isForOperator ? $operatorKeysWords : $connectWords)
  const issued = keyScopes.flatMap((scope) => {
    const secret = keys[scope]
    return secret === undefined ? [] : [{ scope, secret }]
  })
  if (issued.length === 0) return null
  return (
    <div className={styles.issued}>
      <p>{issuedHint}</p>
      {issued.map(({ scope, secret }) => (
        <CopyField
          key={secret}
          {...labelsOf(scope, words)}
          name={words.keyName}
          value={secret}
          takesFocus
        />
      ))}
      {issued.length > 1 && <CopyAll text={keysAsText(keys)} />}
    </div>
  )
}

/** One press for all keys; their text stands here where the browser does not allow copying. */
function CopyAll({ text }: { readonly text: string }) {
  const words = useStore($connectWords)
  const [isShown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the fields, whose focus it takes: all keys are copied more often than one.
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <>
      <Button ref={button} onClick={async () => setShown(!(await copyNamed(words.allKeys, text)))}>
        {words.copyAll}
      </Button>
      {isShown && (
        <textarea
          ref={(area) => area?.select()}
          className={styles.text}
          aria-label={words.allKeys}
          readOnly
          dir="ltr"
          rows={4}
          value={text}
        />
      )}
    </>
  )
}

function labelsOf(scope: KeyScope, words: ReturnType<typeof $connectWords.get>) {
  if (scope === 'report') return { label: words.issuedReport, copyLabel: words.copyReport }
  if (scope === 'flags') return { label: words.issuedFlags, copyLabel: words.copyFlags }
  if (scope === 'join') return { label: words.issuedJoin, copyLabel: words.copyJoin }
  return { label: words.issuedAnalyse, copyLabel: words.copyAnalyse }
}
