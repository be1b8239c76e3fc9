import { redirectPage } from '@nanostores/router'
import { effect } from 'nanostores'
import type { Locale } from '../../../contract/locale.ts'
import { $locale } from '../messages/i18n.ts'
import { forgetWithUser } from '../session/forget.ts'
import { $session, type Session } from '../session/session.ts'
import { $router, redirectOf } from './router.ts'

/** Null where none was chosen, and for that of the page. */
function languageOf(session: Session): Locale | null {
  if (session.status !== 'signed-in') return null
  const { locale, organization_locale } = session.user
  const chosen = locale ?? organization_locale
  return chosen === $locale.get() ? null : chosen
}

async function followLanguage(locale: Locale): Promise<void> {
  const module = await import('../screens/language.ts').catch(() => undefined)
  await module?.followUserLanguage(locale)
}

type Page = NonNullable<ReturnType<typeof $router.get>>

/** The page on which a session expired; the same user returns to it. */
let leftAt: Page | undefined

forgetWithUser(() => {
  leftAt = undefined
})

/**
 * Redirects whenever the session changes. Who comes in by an entrance is led on in their own language.
 * @returns a function that stops it
 */
export function followSession(): () => void {
  let wasSignedIn = false
  return effect([$session, $router], (session, page) => {
    const route = page && redirectOf(session, page.route)
    const locale = wasSignedIn ? null : languageOf(session)
    wasSignedIn = session.status === 'signed-in'
    if (route === undefined) return
    if (session.status === 'ended' && page !== undefined) leftAt = page
    const back = session.status === 'signed-in' ? leftAt : undefined
    if (back === undefined) {
      const land = () => redirectPage($router, route)
      return locale ? void followLanguage(locale).then(land) : land()
    }
    leftAt = undefined
    redirectPage($router, back.route, {}, back.search)
  })
}
