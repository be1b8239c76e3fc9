import type { Session } from '../http/session.ts'

/** The organization of an organization admin: that of the session, never one from the input. */
export function ownOrganizationOf({ user }: Pick<Session, 'user'>): string {
  if (user.managed_organization_id === null) throw new Error('the caller manages no organization')
  return user.managed_organization_id
}
