import { ownDeactivation } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Users } from '../../database/tables/accounts.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import type { Services } from '../../http/services.ts'
import { managesOrganization } from '../../http/session.ts'
import { type Cause, type Change, type Changer, has } from './user-change.ts'

/**
 * With these a user signs in or gets a link to a new password, and the admins and the identity provider of
 * the organization change the first two, so that a change of any opens an account.
 */
const opensAccount = ['username', 'email', 'password_hash', 'organization_id'] as const

/** @throws HttpError */
export function requireAllowed(
  services: Pick<Services, 'clock'>,
  change: Change,
  cause: Cause,
): void {
  if (cause.kind !== 'edit') return
  const { before, after } = change
  const { caller } = cause
  if (before.id === caller.user.id && before.is_active === 1 && after.is_active === 0) {
    throw new HttpError(ownDeactivation, {})
  }
  if (needsConfirmation(change, caller)) requireRecentConfirmation(services, caller)
}

/**
 * The token of an identity provider proves each call that changes names, addresses
 * and status.
 */
function needsConfirmation({ before, after, fields }: Change, { user }: Changer): boolean {
  const isRaised = rank[after.role] > rank[before.role]
  const getsRight = !managesOrganization(before) && managesOrganization(after)
  const isByProvider = user.role === 'scim-token'
  const isOpened = has(fields, opensAccount) || (before.is_active === 0 && after.is_active === 1)
  return isRaised || getsRight || (isOpened && !isByProvider)
}

const rank: Readonly<Record<Users['role'], number>> = { employee: 0, team_lead: 1, super_admin: 2 }
