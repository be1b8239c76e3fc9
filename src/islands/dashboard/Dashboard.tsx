import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, Suspense } from 'react'
import { $router, type Screen } from '../../lib/router.ts'
import { $session } from '../../lib/session.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Dialogs } from '../../ui/Dialogs.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { NotLoaded } from '../session/NotLoaded.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'

const screens: Record<Screen, ComponentType> = {
  employee: lazy(() => import('./employee/EmployeeScreen.tsx')),
  team: lazy(() => import('./team/TeamScreen.tsx')),
  admin: lazy(() => import('./admin/AdminScreen.tsx')),
}

/** The dashboards, for somebody who is signed in; until the privacy notice is accepted, only that. */
export function Dashboard() {
  const session = useStore($session)
  const page = useStore($router)
  if (session.status !== 'signed-in') return null
  if (!session.user.has_consented) return <PrivacyNotice />

  // On an entrance there is nothing to show: the address is about to change.
  const screen = page?.route
  if (screen !== 'employee' && screen !== 'team' && screen !== 'admin') return null
  const OpenScreen = screens[screen]
  return (
    <DashboardLayout user={session.user} screen={screen}>
      <Boundary key={screen} fallback={<NotLoaded />}>
        <Suspense>
          <OpenScreen />
        </Suspense>
      </Boundary>
      <Notices />
      <Dialogs />
    </DashboardLayout>
  )
}
