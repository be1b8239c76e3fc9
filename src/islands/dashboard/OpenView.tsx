import { useStore } from '@nanostores/react'
import { $router } from '../../lib/core/navigation/router.ts'
import { isScreen, type Screen, type ViewOf } from '../../lib/core/navigation/screens.ts'
import { $view } from '../../lib/core/navigation/view.ts'
import { Lazy, type LazyComponent, lazy } from '../../ui/lazy-component.ts'

/** The view in the address, in place of its screen. */
export function OpenView() {
  useStore($view)
  const view = openedView()
  return view && <Lazy part={view} />
}

export function openedView(): LazyComponent | undefined {
  const screen = $router.get()?.route
  return isScreen(screen) ? viewComponent(screen, $view.get()) : undefined
}

/** The code of each view; none of it, nor this table, is part of the first code of a screen. */
const viewComponents: {
  readonly [Name in Screen]: Readonly<Record<ViewOf<Name>, LazyComponent>>
} = {
  employee: {
    messages: lazy(async () => (await import('../emails/messages/MessagesView.tsx')).MessagesView),
    risk: lazy(async () => (await import('../risk/RiskView.tsx')).RiskView),
  },
  team: {
    report: lazy(async () => (await import('../team/ReportView.tsx')).ReportView),
  },
  people: {},
  admin: {
    activity: lazy(async () => (await import('../audit/ActivityView.tsx')).ActivityView),
    keys: lazy(async () => (await import('../gateways/OperatorKeysView.tsx')).OperatorKeysView),
    webhooks: lazy(async () => (await import('../webhooks/WebhooksView.tsx')).WebhooksView),
    organization: lazy(
      async () => (await import('../organizations/OrganizationView.tsx')).OrganizationView,
    ),
    user: lazy(async () => (await import('../users/UserView.tsx')).UserView),
  },
  account: {},
}

/** @returns undefined if the screen has no such view */
export function viewComponent(screen: Screen, view: string | undefined): LazyComponent | undefined {
  const ofScreen: Readonly<Record<string, LazyComponent>> = viewComponents[screen]
  return view === undefined ? undefined : ofScreen[view]
}
