import type { FormProblem } from '../../lib/core/ui-state/form.ts'
import { Cause } from '../../ui/Cause.tsx'
import styles from './LoginScreen.module.css'

/** Below the fields of a form, where nothing is wrong with one of them. */
export function Problem({ problem }: { readonly problem: FormProblem | undefined }) {
  if (problem === undefined) return null
  return (
    <div className={styles.problem}>
      <p role="alert">{problem.text}</p>
      <Cause error={problem.error} isAnswerShown />
    </div>
  )
}
