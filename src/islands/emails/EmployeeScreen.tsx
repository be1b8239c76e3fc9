import { useStore } from '@nanostores/react'
import { screens } from '../../lib/core/navigation/screens.ts'
import { openTab } from '../../lib/core/navigation/tab.ts'
import { $employeeTab, employeeDashboard } from '../../lib/emails/employee.ts'
import { $employeeWords } from '../../lib/emails/words/employee.words.yaml'
import { Tabs } from '../../ui/Tabs.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import { Overview } from './Overview.tsx'

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($employeeTab.get() === 'overview' ? employeeDashboard : undefined)

/** The employee dashboard (R110-R132). */
export function EmployeeScreen() {
  const words = useStore($employeeWords)
  const tab = useStore($employeeTab)
  useFlagsSoon()
  return (
    <>
      <ScreenTitle title={words.title} subtitle={words.subtitle} />
      <Tabs
        label={words.sections}
        tabs={screens.employee.tabs}
        labels={{
          overview: words.overviewTab,
          flags: words.flagsTab,
        }}
        active={tab}
        onOpen={openTab}
      >
        {tab === 'overview' ? <Overview /> : <FlagsTab />}
      </Tabs>
    </>
  )
}
