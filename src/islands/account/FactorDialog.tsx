import { useStore } from '@nanostores/react'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import { closeTask, type FactorTask, submitTask } from '../../lib/account/factors.ts'
import { $factorsMessages } from '../../lib/account/words/factors.words.yaml'
import { displayDate } from '../../lib/core/i18n/format.ts'
import { productName } from '../../lib/core/i18n/product.ts'
import { $session } from '../../lib/core/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './FactorsSection.module.css'

/** Adds or removes a factor, or shows recovery codes. */
export function FactorDialog({ task }: { readonly task: FactorTask }) {
  const messages = useStore($factorsMessages)
  const titles = {
    'add-totp': messages.addTotp,
    'add-passkey': messages.addPasskey,
    'new-codes': messages.newCodes,
    scan: messages.addTotp,
    codes: messages.codesTitle,
  }
  const title =
    task.kind === 'remove' ? messages.removeOne({ name: task.factor.name }) : titles[task.kind]
  return (
    <Modal key={task.kind} title={title} isOpen onDismiss={closeTask}>
      {task.kind === 'codes' ? <Codes codes={task.codes} /> : <TaskForm task={task} />}
    </Modal>
  )
}

function TaskForm({ task }: { readonly task: FactorTask }) {
  const messages = useStore($factorsMessages)
  const { pending, field, onSubmit } = useForm((form) => submitTask(task, form))
  const isNamed = task.kind === 'scan' || task.kind === 'add-passkey'
  return (
    <form className={styles.dialog} noValidate onSubmit={onSubmit}>
      {task.kind === 'remove' && <p>{messages.removeText}</p>}
      {task.kind === 'new-codes' && <p>{messages.newCodesText}</p>}
      {task.kind === 'scan' && <Scan secret={task.secret ?? ''} uri={task.uri ?? ''} />}
      {isNamed && (
        <TextField
          {...field('name')}
          label={messages.name}
          initial={task.kind === 'scan' ? messages.totp : messages.passkey}
          required
        />
      )}
      {task.kind === 'scan' ? (
        <Field {...field('code')} label={messages.code} required>
          {(control) => <input {...control} inputMode="numeric" autoComplete="one-time-code" />}
        </Field>
      ) : (
        <PasswordField
          {...field('current_password')}
          label={messages.password}
          showLabel={messages.show}
          hideLabel={messages.hide}
          autoComplete="current-password"
          required
        />
      )}
      <Button
        type="submit"
        variant={task.kind === 'remove' ? 'danger' : 'primary'}
        pending={pending}
      >
        {pending ? messages.pending : task.kind === 'remove' ? messages.remove : messages.next}
      </Button>
    </form>
  )
}

function Scan({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const messages = useStore($factorsMessages)
  const image = useMemo(() => generate(uri), [uri])
  // With the white margin that readers need.
  const side = image.size + 8
  return (
    <>
      <p>{messages.scan}</p>
      <svg
        className={styles.qr}
        role="img"
        aria-label={messages.qr}
        viewBox={`-4 -4 ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <path d={toSvgPath(image)} />
      </svg>
      <p>
        {messages.key} <bdi className={styles.key}>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</bdi>
      </p>
    </>
  )
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const messages = useStore($factorsMessages)
  const session = useStore($session)
  const username = session.status === 'signed-in' ? session.user.username : ''
  const today = displayDate(new Date().toISOString()).text
  return (
    <div className={`${styles.dialog} ${styles.paper}`}>
      <p>{messages.codesText}</p>
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
          {messages.print}
        </Button>
        <Button onClick={closeTask}>{messages.stored}</Button>
      </div>
    </div>
  )
}
