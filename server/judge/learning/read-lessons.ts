import type { Sealer } from '../../core/sealer.ts'
import type { LearntVersions, Marks } from '../../database/tables/operation.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import type { GivenLesson } from './learn-in-thread.ts'
import { lessonNames, numberOf, openLesson } from './lesson.ts'
import { mailOf } from './marks.ts'
import { findSettled, type Settled } from './settle.ts'

/** One run learns so many of an organization; the next run has the others. */
const mostMarks = 200
/** The last safe mail of so many users is what the guards look at, beside what is being learnt. */
const askedUsers = 20
const mailsOfUser = 5

/** All that an update of an organization begins with. */
export interface Read {
  readonly revision: number
  readonly learnsFromMail: boolean
  readonly perThousand: number
  readonly versions: readonly LearntVersions[]
  readonly marks: readonly Marks[]
  readonly settled: Settled
}

export async function readAll(
  database: Database,
  sealer: Sealer,
  organizationId: string,
): Promise<Read | undefined> {
  const state = await database
    .selectFrom('learning')
    .innerJoin('organizations', 'organizations.id', 'learning.organization_id')
    .select(['revision', 'learns_from_mail', 'judge_per_thousand'])
    .where('learning.organization_id', '=', organizationId)
    .executeTakeFirst()
  if (state === undefined) return undefined
  const versions = await database
    .selectFrom('learnt_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('number', 'desc')
    .execute()
  const marks = await database
    .selectFrom('marks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waits')
    .orderBy('id')
    .limit(mostMarks)
    .execute()
  return {
    revision: state.revision,
    learnsFromMail: state.learns_from_mail === 1,
    perThousand: state.judge_per_thousand,
    versions,
    marks,
    settled: await findSettled(database, sealer, organizationId),
  }
}

/** The marks that wait, and the mail whose verdict was safe. */
export async function lessonsOf(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  sealer: Sealer,
  organizationId: string,
  { marks, settled, learnsFromMail }: Read,
): Promise<GivenLesson[]> {
  const names = await lessonNames({ database, clock }, organizationId)
  const ofMarks = marks.flatMap((mark): GivenLesson[] => {
    const kept = openLesson(sealer, organizationId, mark.sealed)
    if (kept === undefined) return []
    const { places, mail, score, isKnownSender, counted } = kept
    return [
      {
        ...{ places, mail, score, isKnownSender, counted },
        source: 'mark',
        isDangerous: mark.is_dangerous === 1,
        isConfirmed: mark.is_confirmed === 1,
        person: numberOf(names.person(mark.user_id)),
        sender: numberOf(mark.sender),
      },
    ]
  })
  if (!learnsFromMail) return ofMarks
  const ordinary = settled.ordinary.map(
    ({ places, mail, score, isKnownSender, sender }): GivenLesson => ({
      ...{ places, mail, score, isKnownSender },
      source: 'ordinary',
      isDangerous: false,
      isConfirmed: false,
      person: 0,
      sender: numberOf(sender),
    }),
  )
  return [...ofMarks, ...ordinary]
}

/** Senders and subjects of the last safe mails of some users, for the guards. */
export async function readSafe(database: Database, organizationId: string): Promise<string[]> {
  const users = await database
    .selectFrom('organization_totals')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('safe', '>', 0)
    .orderBy('safe', 'desc')
    .orderBy('user_id')
    .limit(askedUsers)
    .execute()
  const mails: string[] = []
  for (const { user_id } of users) {
    const scans = await database
      .selectFrom('scans')
      .select(['sender_address', 'email_subject'])
      .where('user_id', '=', user_id)
      .where('organization_id', '=', organizationId)
      .where('threat_level', '=', 'safe')
      .where('sender_address', '!=', '')
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mailsOfUser)
      .execute()
    mails.push(...scans.map((scan) => mailOf(scan.sender_address, scan.email_subject)))
  }
  return mails
}
