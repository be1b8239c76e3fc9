import { atom } from 'nanostores'
import type { Resource } from '../../lib/core/api/resource.ts'
import type { User } from '../../lib/sign-in/session.ts'
import { byRisk, countByRisk } from '../../lib/team/members-by-risk.ts'
import type { TeamDashboard } from '../../lib/team/team.ts'
import { Loaded } from '../core/parts/Loaded.tsx'
import { DashboardLayout } from '../dashboard/DashboardLayout.tsx'
import { TeamOverviewOf } from '../team/TeamOverview.tsx'
import { TeamTabs } from '../team/TeamScreen.tsx'

interface FirstViewProps {
  readonly user: User
  readonly data: TeamDashboard
}

/** A team lead's dashboard; only prerendered (docs/decisions/0130). */
export function TeamFirstView({ user, data }: FirstViewProps) {
  const $resource = atom<Resource<TeamDashboard>>({
    status: 'loaded',
    data,
    loadedAt: new Date(),
    isPart: false,
    isReloading: false,
  })
  const members = byRisk(data.team_members)
  return (
    <DashboardLayout user={user} screen="team" view={undefined}>
      <TeamTabs tab="overview">
        <Loaded store={{ $resource, reload: () => Promise.resolve() }} loading="" failed="">
          {(loaded) => (
            <TeamOverviewOf data={loaded} members={members} counts={countByRisk(members)} />
          )}
        </Loaded>
      </TeamTabs>
    </DashboardLayout>
  )
}
