import { can, type Permission, type Role, roles } from '../../../contract/permissions.ts'

interface ScreenFacts {
  /**
   * Roles with this permission see the screen in their navigation; null for a screen of every user that
   * is not part of it.
   */
  readonly permission: Permission | null
  /** The values of `?tab=`; the first one is the default. */
  readonly tabs: readonly [string, ...string[]]
}

/**
 * All dashboards in the order of the navigation. A screen's name is its path, its folder and the key of
 * its label. The other tables of screens are typed by this one, so a missing entry does not compile
 * (docs/add-a-screen.md).
 */
export const screens = {
  employee: { permission: 'view:own', tabs: ['overview', 'flags'] },
  team: { permission: 'view:team', tabs: ['overview', 'tools', 'flags'] },
  admin: { permission: 'view:admin', tabs: ['overview', 'users', 'organizations', 'flags'] },
  account: { permission: null, tabs: ['overview'] },
} as const satisfies Record<string, ScreenFacts>

export type Screen = keyof typeof screens
export type TabOf<Name extends Screen> = (typeof screens)[Name]['tabs'][number]

/** The screen of each role after sign-in. */
export const landings: Record<Role, Screen> = {
  employee: 'employee',
  team_lead: 'team',
  super_admin: 'admin',
}

export function isScreen(name: string | undefined): name is Screen {
  return name !== undefined && Object.hasOwn(screens, name)
}

export const screenNames: readonly Screen[] = Object.keys(screens).filter(isScreen)

/** The dashboards in the navigation of a role (R106-R108). */
export function screensOf(role: Role): Screen[] {
  return screenNames.filter((screen) => {
    const { permission } = screens[screen]
    return permission !== null && can(role, permission)
  })
}

/**
 * The dashboards in the navigation of every role that may open a page, for use before the user is known.
 * @param screen undefined on an entrance page
 */
export function screensBefore(screen: Screen | undefined): Screen[] {
  const role = roles.find((it) => landings[it] === screen)
  return screensOf(role ?? 'employee')
}
