import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FormProblem } from '../../lib/core/ui-state/form.ts'
import {
  givenPassword,
  invitationWords,
  type OpenLink,
  setPassword,
} from '../../lib/sign-in/set-password.ts'
import { $setPasswordWords } from '../../lib/sign-in/words/set-password.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './LoginScreen.module.css'
import { Problem } from './Problem.tsx'

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
