import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { $late } from '../../lib/core/api/late.ts'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'
import type { FormProblem } from '../../lib/core/ui-state/form.ts'
import { $causesWords } from '../../lib/core/words/causes.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { canUsePasskeys } from '../../lib/sign-in/passkeys.ts'
import type { SecondStep } from '../../lib/sign-in/second-step.ts'
import { $session } from '../../lib/sign-in/session.ts'
import { submitSignIn, takeFreshPassword } from '../../lib/sign-in/sign-in.ts'
import { $sessionWords } from '../../lib/sign-in/words/session.words.yaml'
import { $signInWords } from '../../lib/sign-in/words/sign-in.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { focusArrival } from '../core/session/focus-arrival.ts'
import { LoneScreen } from '../core/session/LoneScreen.tsx'
import styles from './LoginScreen.module.css'
import { Problem } from './Problem.tsx'
import { usernameInput } from './username-input.ts'

/** Browsers accept a blank username; it is rejected like an empty one (R051). */
function isFilled(form: HTMLFormElement): boolean {
  const username = form.querySelector<HTMLInputElement>('[name=username]')
  if (username !== null && username.value.trim() === '') username.value = ''
  return form.reportValidity()
}

const secondStep = lazy(async () => (await import('./SecondStepForm.tsx')).SecondStepForm)

const organizationSignIn = lazy(
  async () => (await import('./OrganizationSignIn.tsx')).OrganizationSignIn,
)

/** The sign-in form (R044-R060). */
export function SignInScreen() {
  const words = useStore($signInWords)
  const sessionWords = useStore($sessionWords)
  const session = useStore($session, { ssr: 'initial' })
  // The prerendered form cannot submit: without scripts it would put the password in the URL.
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<FormProblem>()
  const [step, setStep] = useState<SecondStep>()
  /** The text that was typed when the user chose to sign in with the organization. */
  const [typed, setTyped] = useState<string>()
  const isPasswordShown = step === undefined && typed === undefined
  const username = useRef<HTMLInputElement>(null)
  const passwordForm = useRef<HTMLFormElement>(null)
  const { late } = useStore($causesWords)
  const isLate = useStore($late.changes) > 0
  const { pending, field, onSubmit } = useForm(async (form) => {
    setProblem(undefined)
    const failure = await submitSignIn(form)
    if (failure === undefined) return { status: 'kept' }
    if ('challenge' in failure) {
      setStep(failure)
      return { status: 'kept' }
    }
    setProblem(failure)
    const { fields } = failure
    return fields.length > 0
      ? { status: 'invalid', fields }
      : { status: 'failed', focus: 'password' }
  })
  useEffect(() => {
    setReady(true)
    if (isPasswordShown) focusArrival(username.current)
  }, [isPasswordShown])
  useEffect(() => {
    const fresh = isReady ? takeFreshPassword() : undefined
    if (fresh === undefined || passwordForm.current === null) return
    for (const [name, value] of Object.entries(fresh)) {
      const input = passwordForm.current.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (input !== null) input.value = value
    }
    passwordForm.current.requestSubmit()
  }, [isReady])

  return (
    <LoneScreen>
      <a href={localizedPath('/')} rel="external" className={styles.home}>
        <Logo />
      </a>
      {step !== undefined && (
        <LazyPart
          part={secondStep}
          props={{
            step,
            onEnd(found) {
              setStep(undefined)
              setProblem(found)
            },
          }}
        />
      )}
      {typed !== undefined && (
        <LazyPart part={organizationSignIn} props={{ typed, onBack: () => setTyped(undefined) }} />
      )}
      <form
        ref={passwordForm}
        className={styles.form}
        hidden={!isPasswordShown}
        method="post"
        onSubmit={(event) => {
          if (isFilled(event.currentTarget)) return onSubmit(event)
          return event.preventDefault()
        }}
      >
        <h1>{words.title}</h1>
        {session.status === 'ended' && (
          <p className={styles.ended} role="status">
            {sessionWords.ended}
          </p>
        )}
        <Field {...field('username')} label={words.username} required>
          {(control) => <input {...control} {...usernameInput} ref={username} />}
        </Field>
        <PasswordField
          {...field('password')}
          label={words.password}
          autoComplete="current-password"
          required
        />
        <Problem problem={problem} />
        <p className={styles.late} role="status">
          {pending && isLate && late}
        </p>
        <Button variant="primary" type="submit" disabled={!isReady} pending={pending}>
          {pending ? words.pending : words.submit}
        </Button>
        {/* Not while a stored token is checked, which may leave this form at once. */}
        {isReady && <ForgottenPassword />}
      </form>
      <div className={styles.below}>
        {isReady && isPasswordShown && (
          <OtherWays
            onProblem={setProblem}
            onOrganization={() => setTyped(username.current?.value.trim() ?? '')}
          />
        )}
        <p className={styles.note}>{words.note}</p>
      </div>
    </LoneScreen>
  )
}

/** Leads to the request for a link, where the backend can send one. */
function ForgottenPassword() {
  const words = useStore($signInWords)
  const capabilities = useStore($capabilities)
  if (!capabilities.has('password-reset')) return null
  return (
    <a className={styles.forgotten} href={localizedPath('/set-password')} rel="external">
      {words.forgotten}
    </a>
  )
}

interface OtherWaysProps {
  readonly onProblem: (problem: FormProblem | undefined) => void
  readonly onOrganization: () => void
}

/**
 * Sign-in without a password, where the backend has it. The code of each way is loaded when
 * it is chosen.
 */
function OtherWays({ onProblem, onOrganization }: OtherWaysProps) {
  const words = useStore($signInWords)
  const offered = useStore($capabilities)
  const [isAsking, setAsking] = useState(false)
  async function askPasskey() {
    setAsking(true)
    onProblem(undefined)
    const module = await import('../../lib/sign-in/second-step.ts').catch(() => undefined)
    onProblem(module ? await module.signInWithPasskey() : { text: words.failed })
    setAsking(false)
  }
  return (
    <>
      {offered.has('single-sign-on') && (
        <Button variant="plain" onClick={onOrganization}>
          {words.organization}
        </Button>
      )}
      {canUsePasskeys(offered) && (
        <Button variant="plain" pending={isAsking} onClick={() => void askPasskey()}>
          {words.passkey}
        </Button>
      )}
    </>
  )
}
