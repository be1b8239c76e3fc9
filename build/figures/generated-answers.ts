import type { GivenAdminDashboard } from '../../src/lib/admin/admin-figures.ts'
import type { GivenEmployeeDashboard } from '../../src/lib/employee/employee-figures.ts'
import type { GivenUser } from '../../src/lib/figures/shared-figures.ts'
import type { GivenTeamDashboard } from '../../src/lib/team/team-figures.ts'

interface Answers<Data> {
  readonly user: GivenUser
  readonly data: Data
}

/** A generator of numbers from 0 to 1 that gives the same ones in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The choices for the answers of one list. */
function createChoices(seed: number) {
  const random = seeded(seed)
  const pick = <const Value>(...values: readonly Value[]) =>
    values[Math.floor(random() * values.length)] as Value
  const amount = () => Math.floor(10 ** (random() * 12))
  return {
    random,
    pick,
    amount,
    count: () => pick(amount(), amount(), 0, 1, null, undefined),
    name: () =>
      pick('Salma Barakat', 'محمد علي', ' ', '<b>Ada</b>', '{1} & "Co"', '$& $1', null, undefined),
    times: <Item>(most: number, make: (index: number) => Item) =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => make(index)),
  }
}

type Choices = ReturnType<typeof createChoices>
type GivenThreats = GivenEmployeeDashboard['recent_phishing_emails']
type GivenThreat = NonNullable<GivenThreats>[number]

function userOf({ pick, name }: Choices, id: number): GivenUser {
  return {
    id,
    username: pick('salma', 'م.علي', null, ''),
    full_name: name(),
    role: pick('employee', 'team_lead', 'super_admin', 'auditor' as never, null as never),
    manages_organization: pick(true, false, null, undefined),
    has_own_account: pick(true, false, undefined),
    has_consented: pick(true, null, undefined),
  }
}

/** Most lists have rows, up to as many as are drawn at once. */
function threatsOf({ random, pick, name, times }: Choices): GivenThreats {
  const isPlain = random() < 0.8
  const at = Date.parse('2025-03-01T09:30:00.000Z')
  const signs = (count: number): GivenThreat['scan_details'] => ({
    content_analysis: {
      indicators: Array.from({ length: count }, () => pick<unknown>(name(), 7, 'urgency', 'link')),
    },
  })
  if (random() < 0.3) return pick<GivenThreats>([{ id: 1 } as never], [], null, undefined)
  return times(pick(1, 5, 8, 8, 30), (index) => ({
    id: pick<string | number>(index, `a/${index}`),
    email_subject: name(),
    sender_domain: isPlain
      ? pick('clinic.example', 'salma@clinic.example', 'A b', ' ', '', null, undefined)
      : pick('clinic.example', 'xn--bcher-kva.example', 'аман.example', '\u202e'),
    threat_level: pick('safe', 'suspicious', 'malicious', 'new' as never, undefined as never),
    detection_reason: pick(name(), 'Its link leads elsewhere.', '\u202ereason', 'long '.repeat(40)),
    timestamp: isPlain
      ? new Date(at - index * random() * 4e9).toISOString()
      : pick('2025-03-01T09:30:00.000Z', '2025-03-01', 'yesterday', '', null),
    disposition: pick(
      'delivered',
      'quarantined',
      'rejected',
      'moved',
      null,
      undefined,
      'later' as never,
    ),
    // Every plural form: in Arabic there are five of them.
    scan_details: pick<GivenThreat['scan_details']>(
      ...[0, 3, 4, 5, 9, 14, 103].map(signs),
      { content_analysis: { indicators: null } },
      { content_analysis: null },
      null,
      undefined,
    ),
  }))
}

/*
 * Answers of every kind that the contract allows, with missing values too.
 */

export function generatedEmployees(count: number): Answers<GivenEmployeeDashboard>[] {
  const choices = createChoices(count)
  const { random, pick, amount } = choices
  return Array.from({ length: count }, (_, id) => ({
    user: userOf(choices, id),
    data: {
      risk_score: pick(random() * 100, random() * 130 - 20, 29.6, 30, 69.6, 70, 0, null, undefined),
      total_emails_scanned: pick(amount(), 0, null, undefined),
      phishing_emails_caught: pick(amount(), 0, 1, undefined),
      safe_emails: pick(amount(), 0, 1, null),
      recent_phishing_emails: threatsOf(choices),
      mail_checks: pick('offered', null, undefined, 'later' as never),
      lists_messages: pick(true, false, undefined),
      explains_risk: pick(true, false, null),
    },
  }))
}

interface AdminAnswers extends Answers<GivenAdminDashboard> {
  /** The `Link` header of each list. */
  readonly links: readonly (string | null)[]
}

export function generatedAdmins(count: number): AdminAnswers[] {
  const choices = createChoices(count)
  const { pick, amount, name, times, count: countOf } = choices
  const next = '</api/admin/users?cursor=a>; rel="next"'
  const long = `${next}, </api/admin/users>; rel="search"; found="501"; total="501"`
  return Array.from({ length: count }, (_, id) => ({
    user: userOf(choices, id),
    data: {
      total_users: countOf(),
      total_organizations: countOf(),
      total_scans: countOf(),
      total_revenue: countOf(),
      attacks: pick(null, {
        count: pick(0, 1, 2, 3, 11, 102, amount()),
        attacked: pick(
          times(5, (at) => ({
            id: pick<string | number>(at, `a/${at}`, `?&=é${at}`),
            name: name(),
            recent: countOf(),
            usual: countOf(),
          })),
          null,
        ),
      }),
    },
    links: [null, pick(null, next, long), pick(null, next, long)],
  }))
}

export function generatedTeams(count: number): Answers<GivenTeamDashboard>[] {
  const choices = createChoices(count)
  const { random, pick, name, times, count: countOf } = choices
  const score = () => pick(random() * 100, random() * 130 - 20, 29.6, 69.6, 70, 70.4, 0, null)
  return Array.from({ length: count }, (_, id) => ({
    user: userOf(choices, id),
    data: {
      average_risk_score: score(),
      total_team_scans: countOf(),
      total_phishing_caught: countOf(),
      team_members: times(pick(0, 1, 3, 5, 25), (at) => ({
        id: pick<string | number>(at, `a/${at}`),
        full_name: name(),
        email: pick('salma@clinic.example', '@', 'nobody', '', null, undefined),
        risk_score: score(),
        last_login: pick('2025-03-01T09:30:00.000Z', '2024-12-31T23:59:59.999Z', null, undefined),
      })),
    },
  }))
}
