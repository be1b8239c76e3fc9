import { useEffect } from 'react'
import { here, later } from '../../ui/later.ts'
import { SessionGate } from '../session/SessionGate.tsx'
import { LoginScreen } from './LoginScreen.tsx'

const login = here(LoginScreen)
const dashboard = later(async () => (await import('../dashboard/Dashboard.tsx')).Dashboard)

/** /login: the form, and the dashboards' code fetched while the person types. */
export function LoginRoot() {
  useEffect(() => {
    // Whoever signs in asks again, and is told if it does not come.
    dashboard.bring().catch(() => undefined)
  }, [])
  return <SessionGate signedOut={login} signedIn={dashboard} />
}
