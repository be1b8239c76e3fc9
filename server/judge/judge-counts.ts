import type { MailOpinion } from '../../contract/emails/report-mail.ts'
import type { Database, JudgeCounts } from '../database/tables/tables.ts'

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

type JudgeLevel = 'safe' | 'suspicious'

interface Opinion {
  readonly opinion: MailOpinion
  /** The user's organization at that time; null without one. */
  readonly organizationId: string | null
}

/** Each mail that the judge marked counts with what its recipient said of it last. */
export async function countOpinion(
  database: Database,
  said: Opinion,
  before: Opinion | undefined,
): Promise<void> {
  if (before !== undefined) await addOpinion(database, before, -1)
  await addOpinion(database, said, 1)
}

async function addOpinion(database: Database, { opinion, organizationId }: Opinion, by: number) {
  if (organizationId === null) return
  await add(database, organizationId, { [`reported_${opinion}`]: by })
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

export async function readJudgeCounts(database: Database, organizationId: string): Promise<Counts> {
  const found = await database
    .selectFrom('judge_counts')
    .select(['safe', 'suspicious', 'reported_dangerous', 'reported_honest'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return found ?? none
}
