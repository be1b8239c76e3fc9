import { lazy, useEffect } from 'react'
import { SessionGate } from '../session/SessionGate.tsx'
import { Dashboard } from './Dashboard.tsx'

const importLogin = () => import('../login/LoginScreen.tsx')
const LoginScreen = lazy(async () => ({ default: (await importLogin()).LoginScreen }))

/** /app and /dashboard: the dashboards, and the sign-in form at hand for when the session ends. */
export function DashboardRoot() {
  useEffect(() => {
    // Whoever needs it asks again, and is told if it does not come.
    const timer = setTimeout(() => importLogin().catch(() => undefined), 2000)
    return () => clearTimeout(timer)
  }, [])
  return <SessionGate signedOut={<LoginScreen />} signedIn={<Dashboard />} />
}
