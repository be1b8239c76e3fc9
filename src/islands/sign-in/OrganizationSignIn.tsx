import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { FormProblem } from '../../lib/core/ui-state/form.ts'
import { leaveForProvider } from '../../lib/sign-in/single-sign-on.ts'
import { $singleSignOnWords } from '../../lib/sign-in/words/single-sign-on.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './LoginScreen.module.css'
import { Problem } from './Problem.tsx'

interface OrganizationSignInProps {
  /** The typed username: an email is used at once. */
  readonly typed?: string
  /** Why an earlier attempt failed. */
  readonly problem?: FormProblem | undefined
  readonly onBack: () => void
}

/** Sign-in at the organization's own provider, found by the work email. */
export function OrganizationSignIn(props: OrganizationSignInProps) {
  const { typed = '', onBack } = props
  const words = useStore($singleSignOnWords)
  const [problem, setProblem] = useState(props.problem)
  const form = useRef<HTMLFormElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const { pending, field, onSubmit } = useForm((given) => leaveForProvider(given, setProblem))
  useEffect(() => {
    email.current?.focus()
    if (email.current?.value.includes('@')) form.current?.requestSubmit()
  }, [])
  return (
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={onSubmit}>
      <h1>{words.title}</h1>
      <p className={styles.hint}>{words.text}</p>
      <Field {...field('login')} label={words.email} required>
        {(control) => (
          <input
            {...control}
            ref={email}
            type="email"
            autoComplete="email"
            defaultValue={typed.includes('@') ? typed : ''}
          />
        )}
      </Field>
      <Problem problem={problem} />
      <Button type="submit" pending={pending}>
        {pending ? words.pending : words.submit}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {words.back}
      </Button>
    </form>
  )
}
