import { atom } from 'nanostores'
import type { Resource } from '../../lib/core/api/resource.ts'
import type { EmployeeDashboard } from '../../lib/employee/employee.ts'
import type { User } from '../../lib/sign-in/session.ts'
import { Loaded } from '../core/parts/Loaded.tsx'
import { DashboardLayout } from '../dashboard/DashboardLayout.tsx'
import { EmployeeTabs } from '../employee/EmployeeScreen.tsx'
import { OverviewOf } from '../employee/Overview.tsx'

interface FirstViewProps {
  readonly user: User
  readonly data: EmployeeDashboard
  /** With all that stands below the figures. */
  readonly isWhole: boolean
}

/** The employee's dashboard, or down to its figures; only prerendered (docs/decisions/0130). */
export function EmployeeFirstView({ user, data, isWhole }: FirstViewProps) {
  const $resource = atom<Resource<EmployeeDashboard>>({
    status: 'loaded',
    data,
    loadedAt: new Date(),
    isPart: false,
    isReloading: false,
  })
  return (
    <DashboardLayout user={user} screen="employee" view={undefined}>
      <EmployeeTabs tab="overview">
        <Loaded store={{ $resource, reload: () => Promise.resolve() }} loading="" failed="">
          {(loaded) => <OverviewOf data={loaded} isWhole={isWhole} />}
        </Loaded>
      </EmployeeTabs>
    </DashboardLayout>
  )
}
