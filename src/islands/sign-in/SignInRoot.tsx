import { useEffect } from 'react'
import { here, later } from '../../ui/lazy-component.ts'
import { SessionGate } from '../session/SessionGate.tsx'
import { SignInScreen } from './SignInScreen.tsx'

const login = here(SignInScreen)
const dashboard = later(async () => (await import('../dashboard/Dashboard.tsx')).Dashboard)

/** /login: the form, and the dashboards' code fetched while the person types. */
export function SignInRoot() {
  useEffect(() => {
    // Whoever signs in asks again, and is told if it does not come.
    dashboard.bring().catch(() => undefined)
  }, [])
  return <SessionGate signedOut={login} signedIn={dashboard} />
}
