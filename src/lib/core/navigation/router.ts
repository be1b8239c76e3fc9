import { createRouter } from '@nanostores/router'
import type { Session } from '../session/session.ts'
import { localizedPath, localizedPaths } from './localized-path.ts'
import { landings, screens } from './screens.ts'

const routes = {
  login: '/login',
  app: '/app',
  dashboard: '/dashboard',
  ...pathsOf(screens),
} as const

export type Route = keyof typeof routes

export const $router = createRouter(localizedPaths(routes))

export function pathOf(route: Route): string {
  return localizedPath(routes[route])
}

/** A screen's path ends with its name, as in `pages/dashboard/[screen].astro`. */
function pathsOf<Table extends object>(
  table: Table,
): { readonly [Name in keyof Table & string]: `/dashboard/${Name}` }
function pathsOf(table: object): Record<string, string> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, `/dashboard/${name}`]))
}

/**
 * The route to redirect to; undefined if the current route is allowed. A signed-in user may stay on any
 * dashboard: the server decides what is shown there (R038).
 */
export function redirectOf(session: Session, route: Route): Route | undefined {
  if (session.status === 'checking') return undefined
  if (session.status !== 'signed-in') return route === 'login' ? undefined : 'login'
  const isEntrance = route === 'login' || route === 'app' || route === 'dashboard'
  return isEntrance ? landings[session.landingRole] : undefined
}
