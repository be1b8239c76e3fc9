/** Roles and their permissions, for the navigation, the screens and the server (spec §6). */

export const roles = ['employee', 'team_lead', 'super_admin'] as const
export type Role = (typeof roles)[number]

const permissions = {
  'view:own': ['employee', 'team_lead', 'super_admin'],
  'view:team': ['team_lead', 'super_admin'],
  'view:admin': ['super_admin'],
  'manage:flags': ['employee', 'team_lead', 'super_admin'],
  'manage:users': ['super_admin'],
  'manage:organizations': ['super_admin'],
  'manage:receipts': ['super_admin'],
  // A right of single team leads, see `mayUse`.
  'manage:own-organization': [],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function can(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission]
  return allowed.includes(role)
}

export interface PermittedUser {
  readonly role: Role
  /** Whether the user has been given the right `manage:own-organization`. */
  readonly manages_organization?: boolean | null | undefined
}

/**
 * The permissions of a user: those of the role, and the one right that a team lead may have
 * besides.
 */
export function mayUse(
  { role, manages_organization }: PermittedUser,
  permission: Permission,
): boolean {
  const isOrganizationAdmin = role === 'team_lead' && manages_organization === true
  return permission === 'manage:own-organization' ? isOrganizationAdmin : can(role, permission)
}
