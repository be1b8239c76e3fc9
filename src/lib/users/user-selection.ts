import type { User } from '../../../contract/users/user.ts'
import { createSelection } from '../core/ui-state/selection.ts'

/** The users that are chosen in the table of a super admin. */
export const userSelection = createSelection<User['id']>()
