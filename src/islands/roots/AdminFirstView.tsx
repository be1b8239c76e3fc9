import { atom } from 'nanostores'
import type { AdminSummary } from '../../lib/admin/admin.ts'
import type { Resource } from '../../lib/core/api/resource.ts'
import type { User } from '../../lib/sign-in/session.ts'
import { AdminTabs } from '../admin/AdminScreen.tsx'
import { Totals } from '../admin/SystemOverview.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { DashboardLayout } from '../dashboard/DashboardLayout.tsx'

interface FirstViewProps {
  readonly user: User
  readonly data: AdminSummary
  /** Whether the rest of a list is still loading. */
  readonly isPart: boolean
}

/** The admin's dashboard down to its totals; only prerendered (docs/decisions/0130). */
export function AdminFirstView({ user, data, isPart }: FirstViewProps) {
  const $resource = atom<Resource<AdminSummary>>({
    status: 'loaded',
    data,
    loadedAt: new Date(),
    isPart,
    isReloading: isPart,
  })
  return (
    <DashboardLayout user={user} screen="admin" view={undefined}>
      <AdminTabs tab="overview">
        <Loaded store={{ $resource, reload: () => Promise.resolve() }} loading="" failed="">
          {(loaded) => <Totals summary={loaded} />}
        </Loaded>
      </AdminTabs>
    </DashboardLayout>
  )
}
