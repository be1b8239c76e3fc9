import { createRouter } from '@nanostores/router'
import { localizedPath, localizedPaths } from './localized-path.ts'
import { screens } from './screens.ts'

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
