import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { productName } from '../../lib/format/product.ts'
import { $sessionMessages } from '../../lib/messages/session.ts'
import { $signInMessages } from '../../lib/messages/sign-in.ts'
import { localizedPath } from '../../lib/navigation/localized-path.ts'
import { $session } from '../../lib/session/session.ts'
import { submitSignIn } from '../../lib/session/sign-in.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { focusArrival } from '../session/focus-arrival.ts'
import styles from './LoginScreen.module.css'

/** Browsers accept a blank username; it is rejected like an empty one (R051). */
function isFilled(form: HTMLFormElement): boolean {
  const username = form.querySelector<HTMLInputElement>('[name=username]')
  if (username !== null && username.value.trim() === '') username.value = ''
  return form.reportValidity()
}

/** The sign-in form (R044-R060). */
export function SignInScreen() {
  const messages = useStore($signInMessages)
  const sessionMessages = useStore($sessionMessages)
  const session = useStore($session, { ssr: 'initial' })
  const pending = useRef(false)
  // The prerendered form cannot submit: without scripts it would put the password in the URL.
  const [state, setState] = useState<'prerendered' | 'idle' | 'pending'>('prerendered')
  const [problem, setProblem] = useState<string>()
  const username = useRef<HTMLInputElement>(null)
  useEffect(() => {
    setState('idle')
    focusArrival(username.current)
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (pending.current || !isFilled(form)) return
    pending.current = true
    setState('pending')
    setProblem(undefined)
    const failure = await submitSignIn(new FormData(form))
    setProblem(failure)
    setState('idle')
    pending.current = false
    if (failure !== undefined) form.querySelector<HTMLElement>('[name=password]')?.focus()
  }

  return (
    <main className={styles.screen}>
      <a href={localizedPath('/')} rel="external" className={styles.home}>
        <Logo />
      </a>
      <form className={styles.form} method="post" onSubmit={submit}>
        <h1>{messages.title({ product: productName })}</h1>
        {session.status === 'ended' && (
          <p className={styles.ended} role="status">
            {sessionMessages.ended}
          </p>
        )}
        <Field label={messages.username} required>
          {(control) => (
            <input
              {...control}
              ref={username}
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
        <Button
          variant="primary"
          type="submit"
          disabled={state === 'prerendered'}
          pending={state === 'pending'}
        >
          {state === 'pending' ? messages.pending : messages.submit}
        </Button>
      </form>
      <p className={styles.note}>{messages.note}</p>
    </main>
  )
}
