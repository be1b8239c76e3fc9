import { createSelection } from '../core/ui-state/selection.ts'
import type { OwnUser } from './people.ts'

/** The people whose invitations are chosen. */
export const peopleSelection = createSelection<OwnUser['id']>()

/** Those who can get an invitation. */
export function waitingUsers(found: readonly OwnUser[]): OwnUser[] {
  return found.filter(({ may_be_invited, manages_organization }) => {
    return may_be_invited === true && manages_organization !== true
  })
}
