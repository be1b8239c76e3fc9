import { createRouter, redirectPage } from '@nanostores/router'
import { effect } from 'nanostores'
import { can, type Permission, type Role, roles } from '../../../contract/permissions.ts'
import { forgetWithUser } from '../session/forget.ts'
import { $session, type Session } from '../session/session.ts'
import { localizedPath, localizedPaths } from './localized-path.ts'

const routes = {
  login: '/login',
  app: '/app',
  dashboard: '/dashboard',
  employee: '/dashboard/employee',
  team: '/dashboard/team',
  admin: '/dashboard/admin',
} as const

export type Route = keyof typeof routes
export type Screen = 'employee' | 'team' | 'admin'

export const $router = createRouter(localizedPaths(routes))

export function pathOf(route: Route): string {
  return localizedPath(routes[route])
}

const landings: Record<Role, Screen> = {
  employee: 'employee',
  team_lead: 'team',
  super_admin: 'admin',
}

const permissions: Record<Screen, Permission> = {
  employee: 'view:own',
  team: 'view:team',
  admin: 'view:admin',
}

/** The dashboards that a role finds in its navigation (R106-R108). */
export function screensOf(role: Role): Screen[] {
  const screens: Screen[] = ['employee', 'team', 'admin']
  return screens.filter((screen) => can(role, permissions[screen]))
}

/**
 * The dashboards that everybody who is meant to be on a page finds, before it is known who is there.
 * @param screen undefined on an entrance
 */
export function screensBefore(screen: Screen | undefined): Screen[] {
  const role = roles.find((it) => landings[it] === screen)
  return screensOf(role ?? 'employee')
}

/**
 * Where somebody belongs instead of where they are; undefined when they may stay. A signed-in
 * person may stay on any dashboard: the server decides what is shown there (R038).
 */
export function redirectOf(session: Session, route: Route): Route | undefined {
  if (session.status === 'checking') return undefined
  if (session.status !== 'signed-in') return route === 'login' ? undefined : 'login'
  const isEntrance = route === 'login' || route === 'app' || route === 'dashboard'
  return isEntrance ? landings[session.landingRole] : undefined
}

type Page = NonNullable<ReturnType<typeof $router.get>>

/** Where a session ended by itself; the same person goes on there. */
let leftAt: Page | undefined

forgetWithUser(() => {
  leftAt = undefined
})

/** Keeps the address where the session belongs, from now on. @returns the way to stop it */
export function followSession(): () => void {
  return effect([$session, $router], (session, page) => {
    const route = page && redirectOf(session, page.route)
    if (route === undefined) return
    if (session.status === 'ended' && page !== undefined) leftAt = page
    const back = session.status === 'signed-in' ? leftAt : undefined
    if (back === undefined) return redirectPage($router, route)
    leftAt = undefined
    redirectPage($router, back.route, {}, back.search)
  })
}
