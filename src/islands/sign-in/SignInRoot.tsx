import { useEffect } from 'react'
import { eager, lazy } from '../../ui/lazy-component.ts'
import { SessionGate } from '../session/SessionGate.tsx'
import { SignInScreen } from './SignInScreen.tsx'

const login = eager(SignInScreen)
const dashboard = lazy(async () => (await import('../dashboard/Dashboard.tsx')).Dashboard)

/** /login: the form; loads the dashboards' code while the user types. */
export function SignInRoot() {
  useEffect(() => {
    // Sign-in tries again and shows a failure.
    dashboard.load().catch(() => undefined)
  }, [])
  return <SessionGate signedOut={login} signedIn={dashboard} />
}
