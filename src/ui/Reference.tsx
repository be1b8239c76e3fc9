import { useStore } from '@nanostores/react'
import { referenceOf } from '../lib/core/api/errors.ts'
import { $noticesWords } from '../lib/core/words/notices.words.yaml'

interface ReferenceProps {
  readonly error: unknown
}

/**
 * The reference that a user can tell the operator where the server failed; nothing for other
 * errors.
 */
export function Reference({ error }: ReferenceProps) {
  const words = useStore($noticesWords)
  const reference = referenceOf(error)
  return reference === undefined ? null : <p>{words.reference({ reference })}</p>
}
