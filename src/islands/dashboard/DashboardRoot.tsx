import { useEffect } from 'react'
import { lazy, preloadSoon } from '../../ui/lazy-component.ts'
import { SessionGate } from '../session/SessionGate.tsx'
import { dashboard } from './Dashboard.tsx'

const login = lazy(async () => (await import('../sign-in/SignInScreen.tsx')).SignInScreen)

/** /app and /dashboard: the dashboards, and the sign-in form for when the session ends. */
export function DashboardRoot() {
  useEffect(() => preloadSoon(login), [])
  return <SessionGate signedOut={login} signedIn={dashboard} />
}
