import { useStore } from '@nanostores/react'
import { $adminMessages } from '../../../lib/messages/admin.ts'
import { screens } from '../../../lib/navigation/screens.ts'
import { openTab } from '../../../lib/navigation/tab.ts'
import { $adminTab, adminDashboard } from '../../../lib/screens/admin.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { Organizations } from './Organizations.tsx'
import { SystemOverview } from './SystemOverview.tsx'
import { Users } from './Users.tsx'

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($adminTab.get() !== 'flags' ? adminDashboard : undefined)

/** The operator's dashboard (R216-R249). */
export function AdminScreen() {
  const messages = useStore($adminMessages)
  const tab = useStore($adminTab)
  useFlagsSoon()
  return (
    <>
      <ScreenTitle title={messages.title} subtitle={messages.subtitle} />
      <Tabs
        label={messages.sections}
        tabs={screens.admin.tabs}
        labels={{
          overview: messages.overviewTab,
          users: messages.usersTab,
          organizations: messages.organizationsTab,
          flags: messages.flagsTab,
        }}
        unreachable={[messages.billingTab]}
        active={tab}
        onOpen={openTab}
      >
        {tab === 'flags' ? (
          <FlagsTab />
        ) : (
          <Loaded store={adminDashboard} loading={messages.loading} failed={messages.failed}>
            {(data) => (
              <>
                {tab === 'overview' && <SystemOverview data={data} />}
                {tab === 'users' && <Users data={data} />}
                {tab === 'organizations' && <Organizations total={data.organizations.length} />}
              </>
            )}
          </Loaded>
        )}
      </Tabs>
    </>
  )
}
