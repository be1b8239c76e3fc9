import { computed, type ReadableAtom } from 'nanostores'
import { mayUse } from '../../../contract/core/permissions.ts'
import { $session } from './session.ts'

/** Whether the user is an operator still: an admin may give up the role while the screen is open. */
export const $isOperator: ReadableAtom<boolean> = computed(
  $session,
  (session) => session.status === 'signed-in' && mayUse(session.user, 'view:admin'),
)
