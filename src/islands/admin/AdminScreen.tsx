import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $adminTab, adminDashboard } from '../../lib/admin/admin.ts'
import { $adminWords } from '../../lib/admin/words/admin.words.yaml'
import { type TabOf, viewCapabilities } from '../../lib/core/navigation/screens.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { $isOperator } from '../../lib/sign-in/operator.ts'
import { lazy } from '../../ui/lazy-component.ts'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ScreenTabs } from '../core/parts/ScreenTabs.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { ViewLink } from '../core/parts/ViewLink.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import styles from './AdminScreen.module.css'
import { SystemOverview } from './SystemOverview.tsx'

const users = lazy(async () => (await import('../users/Users.tsx')).Users)
const organizations = lazy(
  async () => (await import('../organizations/Organizations.tsx')).Organizations,
)

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($adminTab.get() !== 'flags' ? adminDashboard : undefined)

/** Loads the code of the open tab, so that the screen appears with it. A failure shows in the tab. */
export async function loadOpenTab(): Promise<void> {
  const parts = { users, organizations, overview: undefined, flags: undefined }
  await parts[$adminTab.get()]?.load().catch(() => undefined)
}

/** The operator's dashboard (R216-R249). */
export function AdminScreen() {
  const words = useStore($adminWords)
  const tab = useStore($adminTab)
  useFlagsSoon()
  usePartSoon(users)
  usePartSoon(organizations)
  return (
    <AdminTabs tab={tab}>
      {tab === 'flags' ? (
        <FlagsTab />
      ) : (
        <Loaded store={adminDashboard} loading={words.loading} failed={words.failed}>
          {(summary) => (
            <>
              {tab === 'overview' && <SystemOverview summary={summary} />}
              {tab === 'users' && <LazyPart part={users} props={{}} />}
              {tab === 'organizations' && <LazyPart part={organizations} props={{}} />}
            </>
          )}
        </Loaded>
      )}
    </AdminTabs>
  )
}

interface AdminTabsProps {
  readonly tab: TabOf<'admin'>
  readonly children: ReactNode
}

/** The title and the tabs, with the content of the open one. */
export function AdminTabs({ tab, children }: AdminTabsProps) {
  const words = useStore($adminWords)
  const labels = {
    overview: words.overviewTab,
    users: words.usersTab,
    organizations: words.organizationsTab,
    flags: words.flagsTab,
  }
  return (
    <>
      <div className={styles.head}>
        <ScreenTitle title={words.title} subtitle={words.subtitle} />
        <OperatorLinks />
      </div>
      <ScreenTabs
        screen="admin"
        tab={tab}
        label={words.sections}
        labels={labels}
        unreachable={[words.billingTab]}
      >
        {children}
      </ScreenTabs>
    </>
  )
}

/** The operator's links in every tab. They have their room before the backend says what it has. */
function OperatorLinks() {
  const words = useStore($adminWords)
  const can = useStore($capabilities)
  const isOperator = useStore($isOperator)
  return (
    <nav className={styles.links} aria-label={words.operation}>
      {isOperator &&
        (['activity', 'keys', 'webhooks'] as const).map(
          (view) =>
            can.has(viewCapabilities[view]) && (
              <ViewLink key={view} screen="admin" view={view}>
                {words[view]}
              </ViewLink>
            ),
        )}
    </nav>
  )
}
