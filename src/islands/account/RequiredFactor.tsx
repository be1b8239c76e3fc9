import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $factorTask, $hasFactor } from '../../lib/account/factors.ts'
import { $requiredFactorWords } from '../../lib/account/words/required-factor.words.yaml'
import { Gate } from '../core/session/Gate.tsx'
import { FactorChoices, FactorDialog } from './FactorDialog.tsx'

/** Shown instead of the dashboard until a second factor that a policy requires is added. */
export function RequiredFactor() {
  const words = useStore($requiredFactorWords)
  const task = useStore($factorTask)
  const isDone = useStore($hasFactor) && task === undefined
  useEffect(() => {
    // Not while recovery codes are shown. What the page asked for was refused, so it begins again.
    if (isDone) location.reload()
  }, [isDone])
  return (
    <Gate title={words.title} text={words.text}>
      <FactorChoices unavailable={words.unavailable} />
      {task !== undefined && <FactorDialog task={task} />}
    </Gate>
  )
}
