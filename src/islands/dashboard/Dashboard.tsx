import { useStore } from '@nanostores/react'
import { $router, type Screen } from '../../lib/router.ts'
import { $session } from '../../lib/session.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Dialogs } from '../../ui/Dialogs.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { later, type Part } from '../../ui/later.ts'
import { Notices } from '../../ui/Notices.tsx'
import { NotLoaded } from '../session/NotLoaded.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'
import { SessionEnding } from './SessionEnding.tsx'

const screens: Record<Screen, Part> = {
  employee: later(async () => (await import('./employee/EmployeeScreen.tsx')).default),
  team: later(async () => (await import('./team/TeamScreen.tsx')).default),
  admin: later(async () => (await import('./admin/AdminScreen.tsx')).default),
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
  return (
    <DashboardLayout user={session.user} screen={screen}>
      <Boundary key={screen} fallback={<NotLoaded />}>
        <LatePart part={screens[screen]} />
      </Boundary>
      <Notices />
      <Dialogs />
      <SessionEnding secondsLeft={session.user.idle_seconds_left} />
    </DashboardLayout>
  )
}
