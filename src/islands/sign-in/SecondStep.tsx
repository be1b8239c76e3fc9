import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '../../lib/core/ui-state/form.ts'
import {
  type FailedStep,
  type SecondStep,
  signInWithPasskey,
  submitCode,
} from '../../lib/sign-in/second-step.ts'
import { $secondStepMessages } from '../../lib/sign-in/words/second-step.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './LoginScreen.module.css'

interface SecondStepProps {
  readonly step: SecondStep
  /** Called with what to say if the sign-in has to begin again. */
  readonly onEnd: (problem: string | undefined) => void
}

/** The second step, in the place of the sign-in form (A544). */
export function SecondStepForm({ step, onEnd }: SecondStepProps) {
  const messages = useStore($secondStepMessages)
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])
  const show = (failed: FailedStep | undefined) => {
    if (failed?.isEnd) onEnd(failed.text)
    else setProblem(failed?.text)
  }
  const { pending, field, onSubmit } = useForm(async (form) => {
    const typed = textOf(form, 'code')
    if (typed === '') setProblem(messages.missing)
    else show(await submitCode(step, typed))
    return { status: 'failed', focus: 'code' }
  })
  async function askPasskey() {
    setAsking(true)
    setProblem(undefined)
    show(await signInWithPasskey(step))
    setAsking(false)
  }
  const hasApp = step.methods.includes('totp')
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <h1>{messages.title}</h1>
      <p className={styles.hint}>{hasApp ? messages.codeHint : messages.recoveryHint}</p>
      {step.methods.includes('passkey') && (
        <Button
          variant={hasApp ? 'secondary' : 'primary'}
          pending={isAsking}
          onClick={() => void askPasskey()}
        >
          {messages.passkey}
        </Button>
      )}
      <Field {...field('code')} label={hasApp ? messages.code : messages.recoveryCode} required>
        {(control) => (
          <input
            {...control}
            ref={code}
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button variant={hasApp ? 'primary' : 'secondary'} type="submit" pending={pending}>
        {pending ? messages.pending : messages.submit}
      </Button>
      <p className={styles.hint}>{messages.lost}</p>
      <Button variant="plain" onClick={() => onEnd(undefined)}>
        {messages.back}
      </Button>
    </form>
  )
}
