import { keepMount } from 'nanostores'
import { useEffect, useLayoutEffect, useState } from 'react'
import { followSession } from '../../lib/account/follow-session.ts'
import { $router } from '../../lib/core/navigation/router.ts'
import { isScreen } from '../../lib/core/navigation/screens.ts'
import { $session, sessionKnown } from '../../lib/sign-in/session.ts'
import { lazy, preloadSoon } from '../../ui/lazy-component.ts'
import { SessionGate } from '../core/session/SessionGate.tsx'
import { dashboard } from '../dashboard/Dashboard.tsx'
import { screenCode } from '../dashboard/screen-components.ts'

const login = lazy(async () => (await import('../sign-in/SignInScreen.tsx')).SignInScreen)

/*
 * The page shows its prerendered frame until this module is evaluated. React therefore renders once,
 * when session, code and data are there, and not once more for each of them; first figures come before.
 */
keepMount($session)
// While the answers are on their way, the processor has nothing else to do.
const route = $router.get()?.route
if (isScreen(route)) screenCode[route]().catch(() => undefined)
await sessionKnown()
followSession()
const first = $session.get().status === 'signed-in' ? dashboard : login
// If the code cannot be loaded, the page shows that.
await first.load().catch(() => undefined)

/** /app and /dashboard: the dashboards, and the sign-in form for when the session ends. */
export function DashboardRoot() {
  // Astro renders an island in a transition, which React interrupts every few milliseconds. That is right
  // where first figures stand already. What a layout effect changes is rendered at once.
  const [isMounted, setMounted] = useState(() => 'figures' in document.documentElement.dataset)
  useLayoutEffect(() => setMounted(true), [])
  useEffect(() => preloadSoon(login), [])
  return isMounted && <SessionGate signedOut={login} signedIn={dashboard} />
}
