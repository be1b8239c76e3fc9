import { limits } from '../../../../contract/core/limits.ts'
import { isScreen, type Screen } from './screens.ts'

/** The longest address of a screen that is kept, in characters. */
export const longestDestination = limits.destination

/*
 * Where a user wanted to go who has to sign in first. It waits in the state of the history entry of the
 * sign-in page: a reload keeps it, the address stays `/login`, and nothing is stored (decision 0083).
 */

export interface Destination {
  readonly route: Screen
  readonly search: Readonly<Record<string, string>>
}

const screenPath = /^(?:\/[\w-]+)?\/dashboard\/(\w+)\/?$/

/**
 * The screen at an address of this site. Only its name and query are used, so that no address leads
 * elsewhere.
 */
export function destinationAt(address: unknown): Destination | undefined {
  if (typeof address !== 'string' || !URL.canParse(address, location.origin)) return undefined
  const { origin, pathname, searchParams } = new URL(address, location.origin)
  const screen = screenPath.exec(pathname)?.[1]
  if (origin !== location.origin || !isScreen(screen)) return undefined
  return { route: screen, search: Object.fromEntries(searchParams) }
}

/** The page is already at the sign-in form. */
export function keepDestination(destination: Destination): void {
  history.replaceState({ to: addressOf(destination) }, '')
}

export function keptDestination(): Destination | undefined {
  const state: unknown = history.state
  return destinationAt(typeof state === 'object' && state && 'to' in state ? state.to : undefined)
}

/** The destination that the identity provider brings back; a longer one is left out. */
export function destinationForProvider(): { readonly to?: string } {
  const kept = keptDestination()
  const to = kept && addressOf(kept)
  return to === undefined || to.length > longestDestination ? {} : { to }
}

function addressOf({ route, search }: Destination): string {
  return `/dashboard/${route}?${new URLSearchParams(search)}`
}
