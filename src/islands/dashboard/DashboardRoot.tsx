import { useEffect } from 'react'
import { bringSoon, later } from '../../ui/later.ts'
import { SessionGate } from '../session/SessionGate.tsx'
import { dashboard } from './Dashboard.tsx'

const login = later(async () => (await import('../login/LoginScreen.tsx')).LoginScreen)

/** /app and /dashboard: the dashboards, and the sign-in form at hand for when the session ends. */
export function DashboardRoot() {
  useEffect(() => bringSoon(login), [])
  return <SessionGate signedOut={login} signedIn={dashboard} />
}
