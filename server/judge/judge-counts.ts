import type { MailOpinion } from '../../contract/emails/mail-opinion.ts'
import { dayOf } from '../core/clock.ts'
import type { JudgeCounts } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'

type Counts = Omit<JudgeCounts, 'organization_id'>

const none: Counts = { safe: 0, suspicious: 0, reported_dangerous: 0, reported_honest: 0 }

/**
 * Counts the judge's levels of mails as they came, and its former levels of those whose verdict is
 * replaced.
 */
export async function countJudged(
  database: Database,
  organizationId: string,
  levels: readonly (JudgeLevel | null | undefined)[],
  former: readonly (JudgeLevel | null)[] = [],
): Promise<void> {
  const changeOf = (level: JudgeLevel) =>
    levels.filter((it) => it === level).length - former.filter((it) => it === level).length
  const change = { safe: changeOf('safe'), suspicious: changeOf('suspicious') }
  if (change.safe !== 0 || change.suspicious !== 0) await add(database, organizationId, change)
}

export type JudgeLevel = 'safe' | 'suspicious'

/** The additions of a mail to the figures of its day. */
export interface JudgedOnDay {
  readonly judged: number
  readonly marked: number
}

/** @param former the judge's level of a verdict that is replaced */
export function judgedAs(
  level: JudgeLevel | null | undefined,
  former: JudgeLevel | null,
): JudgedOnDay {
  return {
    judged: Number(level != null) - Number(former !== null),
    marked: Number(level === 'suspicious') - Number(former === 'suspicious'),
  }
}

interface Opinion {
  readonly opinion: MailOpinion
  /** The user's organization at that time; null without one. */
  readonly organizationId: string | null
}

interface MarkedMail {
  readonly received_at: string
}

/** Each mail that the judge marked counts with what its recipient said of it last. */
export async function countOpinion(
  database: Database,
  said: Opinion,
  before: Opinion | undefined,
  mail: MarkedMail,
): Promise<void> {
  if (before !== undefined) await addOpinion(database, before, mail, -1)
  await addOpinion(database, said, mail, 1)
}

async function addOpinion(
  database: Database,
  { opinion, organizationId }: Opinion,
  mail: MarkedMail,
  by: number,
) {
  if (organizationId === null) return
  const said = {
    reported_dangerous: opinion === 'dangerous' ? by : 0,
    reported_honest: opinion === 'honest' ? by : 0,
  }
  await add(database, organizationId, said)
  await database
    .updateTable('daily_counts')
    .set((it) => ({
      reported_dangerous: it('reported_dangerous', '+', said.reported_dangerous),
      reported_honest: it('reported_honest', '+', said.reported_honest),
    }))
    .where('organization_id', '=', organizationId)
    .where('day', '=', dayOf(new Date(mail.received_at)))
    .execute()
}

/** The days of an organization on whose mail the judge was asked, in order. */
export async function readJudgedDays(
  database: Database,
  organizationId: string,
  first: string,
  last: string,
) {
  const days = await database
    .selectFrom('daily_counts')
    .select(['day', 'judged', 'marked', 'reported_dangerous', 'reported_honest'])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('judged', '>', 0)
    .orderBy('day')
    .execute()
  // A user who moves takes an opinion along to a day that its new organization may not have counted.
  return days.map(({ reported_dangerous, reported_honest, ...day }) => ({
    ...day,
    reported_dangerous: Math.max(0, reported_dangerous),
    reported_honest: Math.max(0, reported_honest),
  }))
}

function add(database: Database, organizationId: string, change: Partial<Counts>) {
  return database
    .insertInto('judge_counts')
    .values({ organization_id: organizationId, ...none, ...change })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet((column) => ({
        safe: column('judge_counts.safe', '+', column.ref('excluded.safe')),
        suspicious: column('judge_counts.suspicious', '+', column.ref('excluded.suspicious')),
        reported_dangerous: column(
          'judge_counts.reported_dangerous',
          '+',
          column.ref('excluded.reported_dangerous'),
        ),
        reported_honest: column(
          'judge_counts.reported_honest',
          '+',
          column.ref('excluded.reported_honest'),
        ),
      })),
    )
    .execute()
}

export const columnsOfCounts = [
  'safe',
  'suspicious',
  'reported_dangerous',
  'reported_honest',
] as const satisfies readonly (keyof Counts)[]

export async function readJudgeCounts(database: Database, organizationId: string) {
  const found = await database
    .selectFrom('judge_counts')
    .select(columnsOfCounts)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return shownCounts(found)
}

/** As the contract has them; of an organization without judged mail all are 0. */
export function shownCounts(
  found: { readonly [Name in keyof Counts]: Counts[Name] | null } = none,
) {
  const { safe, suspicious: marked, reported_dangerous, reported_honest } = found
  return {
    judged: (safe ?? 0) + (marked ?? 0),
    marked: marked ?? 0,
    reported_dangerous: reported_dangerous ?? 0,
    reported_honest: reported_honest ?? 0,
  }
}
