import { useEffect } from 'react'
import { followSession } from '../../lib/navigation/router.ts'
import { eager, preloadSoon } from '../../ui/lazy-component.ts'
import { Dashboard, privacyNotice } from '../dashboard/Dashboard.tsx'
import { SessionGate } from '../session/SessionGate.tsx'
import { SignInScreen } from './SignInScreen.tsx'

const login = eager(SignInScreen)
// Its code is in the chunk that the form needs too; by a dynamic import it would be one request more.
const dashboard = eager(Dashboard)

/** /login: the form, and the dashboards once someone has signed in. */
export function SignInRoot() {
  useEffect(followSession, [])
  useEffect(() => preloadSoon(privacyNotice), [])
  return <SessionGate signedOut={login} signedIn={dashboard} />
}
