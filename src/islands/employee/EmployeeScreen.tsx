import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { TabOf } from '../../lib/core/navigation/screens.ts'
import { $employeeTab, employeeDashboard } from '../../lib/employee/employee.ts'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { ScreenTabs } from '../core/parts/ScreenTabs.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { FlagsTab, useFlagsSoon } from '../flags/FlagsTab.tsx'
import { Overview } from './Overview.tsx'

/** The first data of the open tab; the flags tab loads its own. */
export const firstData = () => ($employeeTab.get() === 'overview' ? employeeDashboard : undefined)

/** The employee dashboard (R110-R132). */
export function EmployeeScreen() {
  const tab = useStore($employeeTab)
  useFlagsSoon()
  return <EmployeeTabs tab={tab}>{tab === 'overview' ? <Overview /> : <FlagsTab />}</EmployeeTabs>
}

interface EmployeeTabsProps {
  readonly tab: TabOf<'employee'>
  readonly children: ReactNode
}

/** The title and the tabs, with the content of the open one. */
export function EmployeeTabs({ tab, children }: EmployeeTabsProps) {
  const words = useStore($employeeWords)
  const labels = {
    overview: words.overviewTab,
    flags: words.flagsTab,
  }
  return (
    <>
      <ScreenTitle title={words.title} subtitle={words.subtitle} />
      <ScreenTabs screen="employee" tab={tab} label={words.sections} labels={labels}>
        {children}
      </ScreenTabs>
    </>
  )
}
