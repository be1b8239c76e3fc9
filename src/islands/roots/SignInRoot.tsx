import { keepMount } from 'nanostores'
import { useEffect, useState } from 'react'
import { followSession } from '../../lib/account/follow-session.ts'
import { landings } from '../../lib/core/navigation/screens.ts'
import { takeProviderReturn } from '../../lib/sign-in/provider-return.ts'
import { $session } from '../../lib/sign-in/session.ts'
import { eager, lazy, preloadSoon } from '../../ui/lazy-component.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { SessionGate } from '../core/session/SessionGate.tsx'
import { dashboard, privacyNotice } from '../dashboard/Dashboard.tsx'
import { screenCode } from '../dashboard/screen-components.ts'
import { SignInScreen } from '../sign-in/SignInScreen.tsx'

const login = eager(SignInScreen)
const providerReturn = lazy(
  async () => (await import('../sign-in/ProviderReturn.tsx')).ProviderReturn,
)

/** Landing screens; the answer of the sign-in says which one it is. */
const landingCode = {
  load() {
    landing ??= Promise.all([
      import('./landing-figures.ts').then(({ loadLandingFigures }) => loadLandingFigures()),
      ...Object.values(landings).map((screen) => screenCode[screen]()),
    ])
    return landing
  },
}
let landing: Promise<unknown> | undefined

/** A user who types signs in soon: on a slow line the code takes longer than a password. */
function loadLandingSoon(): () => void {
  const stop = preloadSoon(landingCode)
  const load = () => void landingCode.load().catch(() => undefined)
  addEventListener('input', load, { once: true })
  return () => {
    stop()
    removeEventListener('input', load)
  }
}

// On a slow phone React takes longer to subscribe than a store without subscribers stays, and every
// return of the store would check the token again.
keepMount($session)

/** /login: the form, and the dashboards once someone has signed in. */
export function SignInRoot() {
  const [fragment, setFragment] = useState('')
  useEffect(() => {
    const taken = takeProviderReturn()
    if (taken !== '') setFragment(taken)
    // The session leads on when the visit to the provider is over.
    else if (fragment === '') return followSession()
    return undefined
  }, [fragment])
  useEffect(() => preloadSoon(privacyNotice), [])
  useEffect(loadLandingSoon, [])
  if (fragment === '') return <SessionGate signedOut={login} signedIn={dashboard} />
  return <LazyPart part={providerReturn} props={{ fragment, onDone: () => setFragment('') }} />
}
