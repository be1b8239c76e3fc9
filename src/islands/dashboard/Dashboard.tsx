import { useStore } from '@nanostores/react'
import { hasEarlyAnswers } from '../../lib/core/api/early-answers.ts'
import { loadClient } from '../../lib/core/api/http.ts'
import { $locale } from '../../lib/core/i18n/i18n.ts'
import { $router } from '../../lib/core/navigation/router.ts'
import { isScreen, type Screen, type ViewOf } from '../../lib/core/navigation/screens.ts'
import { $view, backPath } from '../../lib/core/navigation/view.ts'
import { $longWork } from '../../lib/core/ui-state/long-work.ts'
import { $layoutWords } from '../../lib/core/words/layout.words.yaml'
import { $viewsWords } from '../../lib/core/words/views.words.yaml'
import { $confirmation } from '../../lib/sign-in/confirmation.ts'
import { $session, type User } from '../../lib/sign-in/session.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Lazy, type LazyComponent, lazy, useLazyExtra } from '../../ui/lazy-component.ts'
import { Notices } from '../../ui/Notices.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { ViewParts } from '../core/parts/ViewLink.tsx'
import { NotLoaded } from '../core/session/NotLoaded.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { screenComponents } from './screen-components.ts'

/** The code of the view in the address. */
const openView: LazyComponent = lazy(async () => {
  // The calls of this view need it; they would ask for it only once the view's own code is there.
  if (!hasEarlyAnswers()) loadClient().catch(() => undefined)
  const { OpenView, openedView } = await import('./OpenView.tsx')
  await openedView()?.load()
  return OpenView
})

/** The code of a view before it is opened, for `preloadSoon`. */
function viewPart<Name extends Screen>(
  screen: Name,
  view: ViewOf<Name>,
): Pick<LazyComponent, 'load'> {
  return {
    async load() {
      await openView.load()
      const { viewComponent } = await import('./OpenView.tsx')
      await viewComponent(screen, view)?.load()
    },
  }
}

/** Loads the dashboards together with what they show first, so that both are drawn at once. */
export const dashboard = lazy(async () => {
  // If the code cannot be loaded, the dashboard shows that.
  await Promise.all(firstParts().map((part) => part.load())).catch(() => undefined)
  return Dashboard
})

/** The first parts of the dashboard: the screen in the address, or a duty before it. */
function firstParts(): Pick<LazyComponent, 'load'>[] {
  const session = $session.get()
  if (session.status !== 'signed-in') return []
  const gate = gateOf(session.user)
  if (gate !== undefined) return [gate]
  const screen = $router.get()?.route
  if (!isScreen(screen)) return []
  const { factor_due_at } = session.user
  const content = $view.get() === undefined ? screenComponents[screen] : openView
  return [content, ...(factor_due_at ? [factorReminder] : [])]
}

/** The duty of a user before anything else; each user sees it once. */
function gateOf(user: User): LazyComponent | undefined {
  if (user.must_change_password) return ownPassword
  if (user.must_add_factor) return requiredFactor
  return user.has_consented ? undefined : privacyNotice
}

/** Separate from the first code of a dashboard, because each user reads it once. */
export const privacyNotice = lazy(
  async () => (await import('../account/PrivacyNotice.tsx')).PrivacyNotice,
)

const confirmPassword = lazy(
  async () => (await import('../account/ConfirmPassword.tsx')).ConfirmPassword,
)

function Confirmation() {
  const confirmation = useStore($confirmation)
  return confirmation && <LazyPart part={confirmPassword} props={confirmation} />
}

const runningWork = lazy(async () => (await import('../../ui/RunningWork.tsx')).RunningWork)

function LongWork() {
  return useStore($longWork).length > 0 && <Running />
}

function Running() {
  const RunningWork = useLazyExtra(runningWork)
  return RunningWork && <RunningWork />
}

/** Like the notice, these are needed once. */
const ownPassword = lazy(async () => (await import('../account/OwnPassword.tsx')).OwnPassword)
const requiredFactor = lazy(
  async () => (await import('../account/RequiredFactor.tsx')).RequiredFactor,
)

const factorReminder = lazy(async () => (await import('./FactorReminder.tsx')).FactorReminder)

/** The dashboards of a signed-in user, or what has to be done before. */
function Dashboard() {
  const session = useStore($session)
  const page = useStore($router)
  const view = useStore($view)
  // Another language draws everything again: numbers and dates have no store.
  useStore($locale)
  if (session.status !== 'signed-in') return null
  const gate = gateOf(session.user)
  if (gate !== undefined) {
    return (
      <Boundary fallback={<NotLoaded />}>
        <Lazy part={gate} />
      </Boundary>
    )
  }

  // An entrance page shows nothing, because it is about to redirect.
  const screen = page?.route
  if (!isScreen(screen)) return null
  const { factor_due_at: dueAt } = session.user
  return (
    <DashboardLayout user={session.user} screen={screen} view={view}>
      {dueAt && screen !== 'account' && <LazyPart part={factorReminder} props={{ dueAt }} />}
      <Boundary key={view ?? screen} fallback={<ScreenNotLoaded screen={screen} />}>
        <ViewParts value={viewPart}>
          <Lazy part={view === undefined ? screenComponents[screen] : openView} />
        </ViewParts>
      </Boundary>
      <Notices />
      <LongWork />
      <Confirmation />
    </DashboardLayout>
  )
}

/** Stands in place of a screen or a view whose code did not load: its title and, from a view, the way back. */
function ScreenNotLoaded({ screen }: { readonly screen: Screen }) {
  const words = useStore($layoutWords)
  const views = useStore($viewsWords)
  const view = useStore($view)
  return (
    <>
      {view !== undefined && <a href={backPath(screen)}>{views.back({ screen: words[screen] })}</a>}
      <ScreenTitle title={view === undefined ? words[screen] : String(Reflect.get(views, view))} />
      <NotLoaded />
    </>
  )
}
