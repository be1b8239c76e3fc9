import { useStore } from '@nanostores/react'
import { $dailyCountsWords } from '../../lib/attention/words/daily-counts.words.yaml'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { userPath } from '../../lib/core/navigation/admin-paths.ts'
import {
  type OrganizationPage,
  organizationPage,
  organizationThreats,
} from '../../lib/organizations/organization-page.ts'
import { $organizationPageWords } from '../../lib/organizations/words/organization-page.words.yaml'
import { $teamMemberWords } from '../../lib/team/words/team-member.words.yaml'
import { DaysChart } from '../charts/DaysChart.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './OrganizationFigures.module.css'

/** Why an organization needs attention: the sentence, whom it hits, with what, and since when. */
export function OrganizationThreats({ page }: { readonly page: OrganizationPage }) {
  const words = useStore($organizationPageWords)
  const days = useStore($dailyCountsWords)
  const { recent_threats, usual_threats, has_unusual_attacks } = page.organization
  return (
    <section className={styles.threats} aria-labelledby="threats-title">
      <h2 id="threats-title" data-unusual={has_unusual_attacks}>
        {recent_threats === null
          ? words.threats
          : words.recentThreats({
              recent: formatCount(recent_threats),
              usual: formatCount(usual_threats ?? 0),
            })}
      </h2>
      <Loaded
        store={organizationThreats}
        loading={words.hitLoading}
        failed={words.hitFailed}
        isQuiet
      >
        {(threats) => <Hit threats={threats} />}
      </Loaded>
      <div>
        <h3>{days.title}</h3>
        {page.days === undefined ? (
          <FailedLoad
            title={days.failed}
            error={page.daysError}
            onRetry={organizationPage.reload}
          />
        ) : (
          <DaysChart counts={page.days} />
        )}
      </div>
    </section>
  )
}

type Threats = Extract<
  ReturnType<typeof organizationThreats.$resource.get>,
  { readonly status: 'loaded' }
>['data']

function Hit({ threats }: { readonly threats: Threats }) {
  const words = useStore($organizationPageWords)
  const kindWords = useStore($teamMemberWords)
  const members = threats.members ?? []
  const kinds = threats.kinds ?? []
  if (members.length === 0) return <p className="soft">{words.noneHit}</p>
  const more = threats.members_hit - members.length
  return (
    <div className={styles.columns}>
      <div>
        <h3>{words.members}</h3>
        <Bars
          rows={members.map(({ id, full_name, threats: count }) => ({
            key: String(id),
            label: (
              <a href={userPath(id)}>
                <bdi>{full_name || words.noName}</bdi>
              </a>
            ),
            count,
          }))}
        />
        {more > 0 && <p className="soft">{words.moreHit(more)}</p>}
      </div>
      <div>
        <h3>{words.kinds}</h3>
        <Bars
          rows={kinds.map(({ kind, count }) => ({ key: kind, label: kindWords[kind], count }))}
        />
      </div>
    </div>
  )
}

interface BarsProps {
  readonly rows: readonly {
    readonly key: string
    readonly label: React.ReactNode
    readonly count: number
  }[]
}

function Bars({ rows }: BarsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <ol className={styles.bars}>
      {rows.map(({ key, label, count }) => (
        <li key={key}>
          <span>{label}</span>
          <strong>{formatCount(count)}</strong>
          <svg className={styles.bar} aria-hidden="true">
            <rect width={`${(count / most) * 100}%`} height="100%" rx="3" />
          </svg>
        </li>
      ))}
    </ol>
  )
}
