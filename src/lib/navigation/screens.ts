import { can, type Permission, type Role, roles } from '../../../contract/permissions.ts'

interface ScreenFacts {
  /** Roles with this permission find the screen in their navigation. */
  readonly permission: Permission
  /** The values of `?tab=`; the first is open where the address names none of them. */
  readonly tabs: readonly [string, ...string[]]
}

/**
 * Every dashboard, in the order of the navigation. A screen's name is its address, its folder and the
 * key of its label. What else a screen needs is typed against this table: a missing piece does not
 * compile (docs/add-a-screen.md).
 */
export const screens = {
  employee: { permission: 'view:own', tabs: ['overview', 'flags'] },
  team: { permission: 'view:team', tabs: ['overview', 'tools', 'flags'] },
  admin: { permission: 'view:admin', tabs: ['overview', 'users', 'organizations', 'flags'] },
} as const satisfies Record<string, ScreenFacts>

export type Screen = keyof typeof screens
export type TabOf<Name extends Screen> = (typeof screens)[Name]['tabs'][number]

/** Where each role lands after signing in. */
export const landings: Record<Role, Screen> = {
  employee: 'employee',
  team_lead: 'team',
  super_admin: 'admin',
}

export function isScreen(name: string | undefined): name is Screen {
  return name !== undefined && Object.hasOwn(screens, name)
}

export const screenNames: readonly Screen[] = Object.keys(screens).filter(isScreen)

/** The dashboards that a role finds in its navigation (R106-R108). */
export function screensOf(role: Role): Screen[] {
  return screenNames.filter((screen) => can(role, screens[screen].permission))
}

/**
 * The dashboards that everybody who is meant to be on a page finds, before it is known who is there.
 * @param screen undefined on an entrance
 */
export function screensBefore(screen: Screen | undefined): Screen[] {
  const role = roles.find((it) => landings[it] === screen)
  return screensOf(role ?? 'employee')
}
