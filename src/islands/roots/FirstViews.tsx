import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import type { AdminSummary } from '../../lib/admin/admin.ts'
import type { Resource } from '../../lib/core/api/resource.ts'
import type { EmployeeDashboard } from '../../lib/employee/employee.ts'
import type { User } from '../../lib/sign-in/session.ts'
import { byRisk, countByRisk } from '../../lib/team/members-by-risk.ts'
import type { TeamDashboard } from '../../lib/team/team.ts'
import { AdminTabs } from '../admin/AdminScreen.tsx'
import { Totals } from '../admin/SystemOverview.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { DashboardLayout } from '../dashboard/DashboardLayout.tsx'
import { EmployeeTabs, OverviewOf } from '../employee/EmployeeScreen.tsx'
import { TeamOverviewOf } from '../team/TeamOverview.tsx'
import { TeamTabs } from '../team/TeamScreen.tsx'

/*
 * The first view of a dashboard, down to its figures; only prerendered (docs/decisions/0130).
 */

interface FirstViewProps<Data> {
  readonly user: User
  readonly data: Data
}

interface AdminFirstViewProps extends FirstViewProps<AdminSummary> {
  /** Whether the rest of a list is still loading. */
  readonly isPart: boolean
}

export function AdminFirstView({ user, data, isPart }: AdminFirstViewProps) {
  return (
    <DashboardLayout user={user} screen="admin" view={undefined}>
      <AdminTabs tab="overview">
        {loaded(data, isPart, () => (
          <Totals summary={data} />
        ))}
      </AdminTabs>
    </DashboardLayout>
  )
}

interface EmployeeFirstViewProps extends FirstViewProps<EmployeeDashboard> {
  /** With all that stands below the figures. */
  readonly isWhole: boolean
}

export function EmployeeFirstView({ user, data, isWhole }: EmployeeFirstViewProps) {
  return (
    <DashboardLayout user={user} screen="employee" view={undefined}>
      <EmployeeTabs tab="overview">
        {loaded(data, false, () => (
          <OverviewOf data={data} isWhole={isWhole} />
        ))}
      </EmployeeTabs>
    </DashboardLayout>
  )
}

export function TeamFirstView({ user, data }: FirstViewProps<TeamDashboard>) {
  const members = byRisk(data.team_members)
  return (
    <DashboardLayout user={user} screen="team" view={undefined}>
      <TeamTabs tab="overview">
        {loaded(data, false, () => (
          <TeamOverviewOf data={data} members={members} counts={countByRisk(members)} />
        ))}
      </TeamTabs>
    </DashboardLayout>
  )
}

function loaded<Data>(data: Data, isPart: boolean, children: () => ReactNode) {
  const $resource = atom<Resource<Data>>({
    status: 'loaded',
    data,
    loadedAt: new Date(),
    isPart,
    isReloading: isPart,
  })
  return (
    <Loaded store={{ $resource, reload: () => Promise.resolve() }} loading="" failed="">
      {children}
    </Loaded>
  )
}
