import {
  mayUse,
  type Permission,
  type PermittedUser,
  type Role,
} from '../../../../contract/core/permissions.ts'
import type { Capability } from '../../../../contract/sign-in/show-capabilities.ts'

interface ScreenFacts {
  /**
   * Users with this permission see the screen in their navigation; null for a screen of every user that
   * is not part of it.
   */
  readonly permission: Permission | null
  /** The values of `?tab=`; the first one is the default. */
  readonly tabs: readonly [string, ...string[]]
  /** The values of `?view=`: what opens from the screen in place of its tabs, with a way back. */
  readonly views: readonly string[]
}

/**
 * All dashboards in the order of the navigation. A screen's name is its path, its folder and the key of
 * its label. The other tables of screens are typed by this one, so a missing entry does not compile
 * (docs/add-a-screen.md).
 */
export const screens = {
  employee: { permission: 'view:own', tabs: ['overview', 'flags'], views: ['messages', 'risk'] },
  team: { permission: 'view:team', tabs: ['overview', 'tools', 'flags'], views: ['report'] },
  people: { permission: 'manage:own-organization', tabs: ['overview'], views: [] },
  admin: {
    permission: 'view:admin',
    tabs: ['overview', 'users', 'organizations', 'flags'],
    views: ['activity', 'keys', 'organization', 'user', 'webhooks'],
  },
  account: { permission: null, tabs: ['overview'], views: [] },
} as const satisfies Record<string, ScreenFacts>

/** The views that not every backend has. */
export const viewCapabilities = {
  activity: 'activity',
  keys: 'operator-keys',
  webhooks: 'webhooks',
} as const satisfies Readonly<Record<string, Capability>>

export type Screen = keyof typeof screens
export type TabOf<Name extends Screen> = (typeof screens)[Name]['tabs'][number]
export type ViewOf<Name extends Screen> = (typeof screens)[Name]['views'][number]

/** The screen of each role after sign-in. */
export const landings: Record<Role, Screen> = {
  employee: 'employee',
  team_lead: 'team',
  super_admin: 'admin',
}

export function isScreen(name: string | undefined): name is Screen {
  return name !== undefined && Object.hasOwn(screens, name)
}

/** Whether a screen has a view of this name. */
export function hasView(screen: Screen, name: string | undefined): boolean {
  const views: readonly string[] = screens[screen].views
  return name !== undefined && views.includes(name)
}

export const screenNames: readonly Screen[] = Object.keys(screens).filter(isScreen)

/** The dashboards in the navigation of a user (R106-R108). */
export function screensOf(user: PermittedUser): Screen[] {
  return screenNames.filter((name) => screens[name].permission !== null && mayView(user, name))
}

/** Whether a screen shows this user more than its error. */
export function mayView(user: PermittedUser, screen: Screen): boolean {
  const { permission } = screens[screen]
  return permission === null || mayUse(user, permission)
}
