import { useStore } from '@nanostores/react'
import { $employeeTab } from '../../../lib/employee.ts'
import { $employeeMessages } from '../../../lib/messages/employee.ts'
import { openTab } from '../../../lib/tab.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { FlagsPanel } from '../flags/FlagsPanel.tsx'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { Overview } from './Overview.tsx'

/** A person's own dashboard (R110-R132). */
export default function EmployeeScreen() {
  const messages = useStore($employeeMessages)
  const tab = useStore($employeeTab)
  return (
    <>
      <ScreenTitle title={messages.title} subtitle={messages.subtitle} />
      <Tabs
        label={messages.sections}
        tabs={[
          { name: 'overview', label: messages.overviewTab },
          { name: 'flags', label: messages.flagsTab },
        ]}
        active={tab}
        onOpen={openTab}
      >
        {tab === 'overview' ? <Overview /> : <FlagsPanel />}
      </Tabs>
    </>
  )
}
