import { lazy, useEffect } from 'react'
import { SessionGate } from '../session/SessionGate.tsx'
import { LoginScreen } from './LoginScreen.tsx'

const importDashboard = () => import('../dashboard/Dashboard.tsx')
const Dashboard = lazy(async () => ({ default: (await importDashboard()).Dashboard }))

/** /login: the form, and the dashboards' code fetched while the person types. */
export function LoginRoot() {
  useEffect(() => {
    // Whoever signs in asks again, and is told if it does not come.
    importDashboard().catch(() => undefined)
  }, [])
  return <SessionGate signedOut={<LoginScreen />} signedIn={<Dashboard />} />
}
