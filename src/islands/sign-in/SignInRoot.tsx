import { useEffect } from 'react'
import { eager, lazy } from '../../ui/lazy-component.ts'
import { SessionGate } from '../session/SessionGate.tsx'
import { SignInScreen } from './SignInScreen.tsx'

const login = eager(SignInScreen)
const dashboard = lazy(async () => (await import('../dashboard/Dashboard.tsx')).Dashboard)

/** /login: the form, and the dashboards' code fetched while the person types. */
export function SignInRoot() {
  useEffect(() => {
    // Whoever signs in asks again, and is told if it does not come.
    dashboard.load().catch(() => undefined)
  }, [])
  return <SessionGate signedOut={login} signedIn={dashboard} />
}
