import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { submitLogin } from '../../lib/login.ts'
import { $loginMessages } from '../../lib/messages/login.ts'
import { productName } from '../../lib/product.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import styles from './LoginScreen.module.css'

/** The sign-in form (R044-R060). */
export function LoginScreen() {
  const messages = useStore($loginMessages)
  const pending = useRef(false)
  // The prerendered form cannot submit: without its script it would put the password in the address.
  const [state, setState] = useState<'prerendered' | 'idle' | 'pending'>('prerendered')
  const [problem, setProblem] = useState<string>()
  useEffect(() => setState('idle'), [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending.current) return
    pending.current = true
    setState('pending')
    setProblem(undefined)
    setProblem(await submitLogin(new FormData(event.currentTarget)))
    setState('idle')
    pending.current = false
  }

  return (
    <main className={styles.screen}>
      <a href="/" rel="external" className={styles.home}>
        <Logo />
      </a>
      <form className={styles.form} method="post" onSubmit={submit}>
        <h1>{messages.title({ product: productName })}</h1>
        <Field label={messages.username} required>
          {(control) => (
            <input
              {...control}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              required
            />
          )}
        </Field>
        <PasswordField
          label={messages.password}
          name="password"
          showLabel={messages.showPassword}
          hideLabel={messages.hidePassword}
          autoComplete="current-password"
          required
        />
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button variant="primary" type="submit" disabled={state !== 'idle'}>
          {state === 'pending' ? messages.pending : messages.submit}
        </Button>
      </form>
      <p className={styles.note}>{messages.note}</p>
    </main>
  )
}
