import { useStore } from '@nanostores/react'
import { referenceOf } from '../lib/core/api/errors.ts'
import { causeOf } from '../lib/core/ui-state/cause.ts'
import { $causesWords } from '../lib/core/words/causes.words.yaml'
import { $noticesWords } from '../lib/core/words/notices.words.yaml'

interface CauseProps {
  readonly error: unknown
  /** Whether the server's own sentence stands above it. */
  readonly isAnswerShown?: boolean
}

/**
 * Says why something failed and what to do next, with the reference that a user can tell the operator where
 * the server failed.
 */
export function Cause({ error, isAnswerShown }: CauseProps) {
  const words = useStore($noticesWords)
  useStore($causesWords)
  const cause = causeOf(error, isAnswerShown)
  const reference = referenceOf(error)
  return (
    <>
      {cause !== undefined && <p className="cause">{cause}</p>}
      {reference !== undefined && <p>{words.reference({ reference })}</p>}
    </>
  )
}
