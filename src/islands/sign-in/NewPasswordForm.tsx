import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'
import type { FormProblem } from '../../lib/core/ui-state/form.ts'
import {
  givenPassword,
  invitationWords,
  type OpenLink,
  requestPasswordLink,
  setPassword,
} from '../../lib/sign-in/set-password.ts'
import { $setPasswordWords } from '../../lib/sign-in/words/set-password.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import { Message } from './Entrance.tsx'
import styles from './LoginScreen.module.css'
import { Problem } from './Problem.tsx'
import { usernameInput } from './username-input.ts'

interface NewPasswordFormProps {
  readonly link: OpenLink
  readonly onDone: (password: string) => Promise<void>
}

/** The first password of an invited user, or a new one for a forgotten one. */
export function NewPasswordForm({ link, onDone }: NewPasswordFormProps) {
  const words = useStore($setPasswordWords)
  const [problem, setProblem] = useState<FormProblem>()
  const { pending, field, onSubmit } = useForm(async (form) => {
    setProblem(undefined)
    const failure = await setPassword(link, form)
    if (failure === undefined) {
      await onDone(givenPassword(form))
      return { status: 'kept' }
    }
    if (failure.fields.length > 0) return { status: 'invalid', fields: failure.fields }
    setProblem(failure)
    return { status: 'failed', focus: 'password' }
  })
  const isInvitation = link.purpose === 'invitation'
  const invitation = invitationWords(link, words)
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
      <h1>{isInvitation ? words.invitationTitle : words.resetTitle}</h1>
      {invitation !== '' && <p>{invitation}</p>}
      <p>{words.account({ username: link.username })}</p>
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={link.username} />
      <PasswordField
        {...field('password')}
        label={words.password}
        hint={words.hint}
        autoComplete="new-password"
        required
      />
      <Problem problem={problem} />
      <Button variant="primary" type="submit" pending={pending}>
        {pending ? words.pending : words.submit}
      </Button>
    </form>
  )
}

/** Asks for a link to replace a forgotten password. */
export function AskForLink() {
  const words = useStore($setPasswordWords)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<FormProblem>()
  const { pending, field, onSubmit } = useForm(
    async (form) => {
      setProblem(undefined)
      const failure = await requestPasswordLink(form)
      if (failure === undefined) return { status: 'done' }
      if (failure.fields.length > 0) return { status: 'invalid', fields: failure.fields }
      setProblem(failure)
      return { status: 'failed', focus: 'login' }
    },
    () => setSent(true),
  )
  const back = <a href={localizedPath('/login')}>{words.back}</a>
  if (isSent) {
    return (
      <Message title={words.sentTitle} text={words.sent}>
        {back}
      </Message>
    )
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
      <h1>{words.askTitle}</h1>
      <p>{words.askText}</p>
      <Field {...field('login')} label={words.login} required>
        {(control) => <input {...control} {...usernameInput} />}
      </Field>
      <Problem problem={problem} />
      <Button variant="primary" type="submit" pending={pending}>
        {pending ? words.sending : words.send}
      </Button>
      {back}
    </form>
  )
}
