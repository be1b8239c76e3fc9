import { useStore } from '@nanostores/react'
import { screens } from '../../lib/core/navigation/screens.ts'
import { openTab } from '../../lib/core/navigation/tab.ts'
import { $employeeTab, employeeDashboard } from '../../lib/emails/employee.ts'
import { $employeeMessages } from '../../lib/emails/words/employee.words.yaml'
import { Tabs } from '../../ui/Tabs.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
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
