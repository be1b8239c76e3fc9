import { useStore } from '@nanostores/react'
import { $router } from '../../lib/navigation/router.ts'
import { isScreen } from '../../lib/navigation/screens.ts'
import { $confirmation } from '../../lib/session/confirmation.ts'
import { $session } from '../../lib/session/session.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Dialogs } from '../../ui/Dialogs.tsx'
import { Lazy } from '../../ui/Lazy.tsx'
import { type LazyComponent, lazy } from '../../ui/lazy-component.ts'
import { Notices } from '../../ui/Notices.tsx'
import { NotLoaded } from '../session/NotLoaded.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { LazyPart } from './parts/LazyPart.tsx'
import { SessionEnding } from './SessionEnding.tsx'
import { screenComponents } from './screen-components.ts'

/** Loads the dashboards together with what they show first, so that both are drawn at once. */
export const dashboard = lazy(async () => {
  // If the code cannot be loaded, the dashboard shows that.
  await firstComponent()
    ?.load()
    .catch(() => undefined)
  return Dashboard
})

/** The screen in the address, or the privacy notice; undefined where neither is shown. */
function firstComponent(): LazyComponent | undefined {
  const session = $session.get()
  const screen = $router.get()?.route
  if (session.status !== 'signed-in') return undefined
  if (session.user.must_change_password) return ownPassword
  if (!session.user.has_consented) return privacyNotice
  return isScreen(screen) ? screenComponents[screen] : undefined
}

/** Separate from the first code of a dashboard, because each user reads it once. */
export const privacyNotice = lazy(async () => (await import('./PrivacyNotice.tsx')).PrivacyNotice)

const confirmPassword = lazy(async () => (await import('./ConfirmPassword.tsx')).ConfirmPassword)

function Confirmation() {
  const confirmation = useStore($confirmation)
  return confirmation && <LazyPart part={confirmPassword} props={confirmation} />
}

/** Like the notice: only users with a password that another person set need it, once. */
const ownPassword = lazy(async () => (await import('./OwnPassword.tsx')).OwnPassword)

/** The dashboards of a signed-in user, or what has to be done before. */
export function Dashboard() {
  const session = useStore($session)
  const page = useStore($router)
  if (session.status !== 'signed-in') return null
  const { must_change_password, has_consented } = session.user
  if (must_change_password || !has_consented) {
    return (
      <Boundary fallback={<NotLoaded />}>
        <Lazy part={must_change_password ? ownPassword : privacyNotice} />
      </Boundary>
    )
  }

  // An entrance page shows nothing, because it is about to redirect.
  const screen = page?.route
  if (!isScreen(screen)) return null
  return (
    <DashboardLayout user={session.user} screen={screen}>
      <Boundary key={screen} fallback={<NotLoaded />}>
        <Lazy part={screenComponents[screen]} />
      </Boundary>
      <Notices />
      <Dialogs />
      <Confirmation />
      <SessionEnding secondsLeft={session.user.idle_seconds_left} />
    </DashboardLayout>
  )
}
