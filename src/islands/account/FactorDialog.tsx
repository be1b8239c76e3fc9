import { useStore } from '@nanostores/react'
import {
  closeTask,
  copyKey,
  type FactorTask,
  openTask,
  submitTask,
} from '../../lib/account/factors.ts'
import { $factorsWords } from '../../lib/account/words/factors.words.yaml'
import { displayDate } from '../../lib/core/i18n/format.ts'
import { productName } from '../../lib/core/i18n/product.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { canUsePasskeys } from '../../lib/sign-in/passkeys.ts'
import { $session } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './FactorsSection.module.css'

interface FactorChoicesProps {
  /** Whether the user has an authenticator app, of which there can be one. */
  readonly hasTotp?: boolean
  /** Said where no factor can be added. */
  readonly unavailable?: string
}

/** The factors that can be added here. */
export function FactorChoices({ hasTotp = false, unavailable }: FactorChoicesProps) {
  const words = useStore($factorsWords)
  const offered = useStore($capabilities)
  const offersTotp = offered.has('totp') && !hasTotp
  const offersPasskey = canUsePasskeys(offered)
  if (!offersTotp && !offersPasskey) {
    // Until the backend has answered, nothing is known.
    return offered.size > 0 && unavailable !== undefined ? <p>{unavailable}</p> : null
  }
  return (
    <div className={styles.actions}>
      {offersTotp && (
        <Button variant="secondary" onClick={() => openTask({ kind: 'add-totp' })}>
          {words.addTotp}
        </Button>
      )}
      {offersPasskey && (
        <Button variant="secondary" onClick={() => openTask({ kind: 'add-passkey' })}>
          {words.addPasskey}
        </Button>
      )}
    </div>
  )
}

/** Adds or removes a factor, or shows recovery codes. */
export function FactorDialog({ task }: { readonly task: FactorTask }) {
  const words = useStore($factorsWords)
  const titles = {
    'add-totp': words.addTotp,
    'add-passkey': words.addPasskey,
    'new-codes': words.newCodes,
    scan: words.addTotp,
    codes: words.codesTitle,
  }
  const title =
    task.kind === 'remove' ? words.removeOne({ name: task.factor.name }) : titles[task.kind]
  return (
    <Modal key={task.kind} title={title} isOpen onDismiss={closeTask}>
      {task.kind === 'codes' ? <Codes codes={task.codes} /> : <TaskForm task={task} />}
    </Modal>
  )
}

function TaskForm({ task }: { readonly task: FactorTask }) {
  const words = useStore($factorsWords)
  const { pending, field, onSubmit } = useForm((form) => submitTask(task, form))
  const isNamed = task.kind === 'scan' || task.kind === 'add-passkey'
  return (
    <form className={styles.dialog} noValidate onSubmit={onSubmit}>
      {task.kind === 'remove' && <p>{words.removeText}</p>}
      {task.kind === 'new-codes' && <p>{words.newCodesText}</p>}
      {task.kind === 'scan' && (
        <>
          <Scan secret={task.secret ?? ''} uri={task.uri ?? ''} />
          <Field {...field('code')} label={words.code} required>
            {(control) => <input {...control} inputMode="numeric" autoComplete="one-time-code" />}
          </Field>
        </>
      )}
      {isNamed && (
        <TextField
          {...field('name')}
          label={words.name}
          initial={task.kind === 'scan' ? words.totp : words.passkey}
          required
        />
      )}
      {task.kind !== 'scan' && (
        <PasswordField
          {...field('current_password')}
          label={words.password}
          autoComplete="current-password"
          required
        />
      )}
      <Button
        type="submit"
        variant={task.kind === 'remove' ? 'danger' : 'primary'}
        pending={pending}
      >
        {pending ? words.pending : task.kind === 'remove' ? words.remove : words.next}
      </Button>
    </form>
  )
}

function Scan({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const words = useStore($factorsWords)
  return (
    <>
      <p>{words.scan}</p>
      <QrCode text={uri} label={words.qr} />
      <p>
        {words.key} <bdi className={styles.key}>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</bdi>
      </p>
      <div>
        <Button variant="secondary" size="small" onClick={() => void copyKey(secret)}>
          {words.copyKey}
        </Button>
      </div>
    </>
  )
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const words = useStore($factorsWords)
  const session = useStore($session)
  const username = session.status === 'signed-in' ? session.user.username : ''
  const today = displayDate(new Date().toISOString()).text
  return (
    <div className={`${styles.dialog} ${styles.paper}`}>
      <p>{words.codesText}</p>
      <p className={styles.owner}>
        {productName} · <bdi>{username}</bdi> · <bdi>{today}</bdi>
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <bdi>{code}</bdi>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => print()}>
          {words.print}
        </Button>
        <Button onClick={closeTask}>{words.stored}</Button>
      </div>
    </div>
  )
}
