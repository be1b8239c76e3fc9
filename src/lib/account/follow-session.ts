import { redirectPage } from '@nanostores/router'
import { effect } from 'nanostores'
import type { Locale } from '../../../contract/core/locale.ts'
import { $locale } from '../core/i18n/i18n.ts'
import { keepDestination, keptDestination } from '../core/navigation/destination.ts'
import { $router, type Route } from '../core/navigation/router.ts'
import { isScreen, landings, mayView } from '../core/navigation/screens.ts'
import { forgetWithUser } from '../core/storage/forget.ts'
import { $session, type Session, type User } from '../sign-in/session.ts'

/** Null where none was chosen, and for that of the page. */
function languageOf(session: Session): Locale | null {
  if (session.status !== 'signed-in') return null
  const { locale, organization_locale } = session.user
  const chosen = locale ?? organization_locale
  return chosen === $locale.get() ? null : chosen
}

async function followLanguage(locale: Locale): Promise<void> {
  const module = await import('./language.ts').catch(() => undefined)
  await module?.followUserLanguage(locale)
}

/** Where a session expired; the same user returns there. */
let leftAt: { readonly route: Route; readonly search: Record<string, string> } | undefined
/** Whether a user has left this document: the next one finds nothing of where they were. */
let isLeft = false

forgetWithUser(() => {
  leftAt = undefined
  isLeft = true
})

/** Their role may be another one than in the session that ended. */
function isOpenTo(user: User, route: Route): boolean {
  return isScreen(route) && mayView(user, route)
}

/**
 * Redirects whenever the session changes. Who comes in by an entrance is led on in their own language, and
 * to the screen that they had opened before they had to sign in, if it is one of theirs.
 * @returns a function that stops it
 */
export function followSession(): () => void {
  let wasSignedIn = false
  return effect([$session, $router], (session, page) => {
    const route = page && redirectOf(session, page.route)
    const locale = wasSignedIn ? null : languageOf(session)
    wasSignedIn = session.status === 'signed-in'
    if (route === undefined || page === undefined) return
    if (session.status !== 'signed-in') {
      if (session.status === 'ended') leftAt = page
      redirectPage($router, route)
      const { route: screen, search } = page
      const isFirst = session.status === 'signed-out' && !isLeft
      if (isFirst && isScreen(screen)) keepDestination({ route: screen, search })
      return
    }
    const isReturn = leftAt !== undefined
    const wanted = leftAt ?? keptDestination()
    const back = wanted && isOpenTo(session.user, wanted.route) ? wanted : { route, search: {} }
    leftAt = undefined
    const land = () => redirectPage($router, back.route, {}, back.search)
    return locale && !isReturn ? void followLanguage(locale).then(land) : land()
  })
}

/**
 * The route to redirect to; undefined if the current route is allowed. A signed-in user may stay on any
 * dashboard: the server decides what is shown there (R038).
 */
function redirectOf(session: Session, route: Route): Route | undefined {
  if (session.status === 'checking') return undefined
  if (session.status !== 'signed-in') return route === 'login' ? undefined : 'login'
  const isEntrance = route === 'login' || route === 'app' || route === 'dashboard'
  return isEntrance ? landings[session.landingRole] : undefined
}
