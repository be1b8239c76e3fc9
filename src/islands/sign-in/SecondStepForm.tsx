import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { type FormProblem, textOf } from '../../lib/core/ui-state/form.ts'
import {
  type FailedStep,
  type SecondStep,
  signInWithPasskey,
  submitCode,
} from '../../lib/sign-in/second-step.ts'
import { $secondStepWords } from '../../lib/sign-in/words/second-step.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './LoginScreen.module.css'
import { Problem } from './Problem.tsx'

interface SecondStepProps {
  readonly step: SecondStep
  /** Called with what to say if the sign-in has to begin again. */
  readonly onEnd: (problem: FormProblem | undefined) => void
}

/** The second step, in the place of the sign-in form. */
export function SecondStepForm({ step, onEnd }: SecondStepProps) {
  const words = useStore($secondStepWords)
  const [problem, setProblem] = useState<FormProblem>()
  const [isAsking, setAsking] = useState(false)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])
  const show = (failed: FailedStep | undefined) => {
    if (failed?.isEnd) onEnd(failed)
    else setProblem(failed)
  }
  const { pending, field, onSubmit } = useForm(async (form) => {
    const typed = textOf(form, 'code')
    if (typed === '') setProblem({ text: words.missing })
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
      <h1>{words.title}</h1>
      <p className={styles.hint}>{hasApp ? words.codeHint : words.recoveryHint}</p>
      {step.methods.includes('passkey') && (
        <Button
          variant={hasApp ? 'secondary' : 'primary'}
          pending={isAsking}
          onClick={() => void askPasskey()}
        >
          {words.passkey}
        </Button>
      )}
      <Field {...field('code')} label={hasApp ? words.code : words.recoveryCode} required>
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
      <Problem problem={problem} />
      <Button variant={hasApp ? 'primary' : 'secondary'} type="submit" pending={pending}>
        {pending ? words.pending : words.submit}
      </Button>
      <p className={styles.hint}>{words.lost}</p>
      <Button variant="plain" onClick={() => onEnd(undefined)}>
        {words.back}
      </Button>
    </form>
  )
}
