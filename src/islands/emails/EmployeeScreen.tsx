import { useStore } from '@nanostores/react'
import { $employeeMessages } from '../../../lib/messages/employee.ts'
import { screens } from '../../../lib/navigation/screens.ts'
import { openTab } from '../../../lib/navigation/tab.ts'
import { $employeeTab, employeeDashboard } from '../../../lib/screens/employee.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { Overview } from './Overview.tsx'

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($employeeTab.get() === 'overview' ? employeeDashboard : undefined)

/** The employee dashboard (R110-R132). */
export function EmployeeScreen() {
  const messages = useStore($employeeMessages)
  const tab = useStore($employeeTab)
  useFlagsSoon()
  return (
    <>
      <ScreenTitle title={messages.title} subtitle={messages.subtitle} />
      <Tabs
        label={messages.sections}
        tabs={screens.employee.tabs}
        labels={{
          overview: messages.overviewTab,
          flags: messages.flagsTab,
        }}
        active={tab}
        onOpen={openTab}
      >
        {tab === 'overview' ? <Overview /> : <FlagsTab />}
      </Tabs>
    </>
  )
}
