import { sql } from 'kysely'
import { mailOpinions } from '../../contract/emails/mail-opinion.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Session } from '../http/session.ts'
import { closedAt } from './requests.ts'

/** As long as the mail is kept that they are about. */
const reportsMs = 30 * dayMs
const mostRead = 100
const mostShown = 5

/**
 * Reports of members that no team lead has closed, the newest first: the last report of each mail, with
 * what the mail to the team leads says, which has no subject either. Their own reports are not for them to
 * answer.
 */
export async function findOpenReports(
  database: Database,
  { id, organization_id }: Pick<Session['user'], 'id' | 'organization_id'>,
  now: Date,
) {
  if (organization_id === null) return []
  const reports = await database
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.id', 'audit.at', 'detail', 'target_id', 'target_type', 'full_name'])
    .where('action', '=', 'mail-report')
    .where('at', '>', isoAfter(now, -reportsMs))
    // Reports are few beside all that an organization does: their index is the one to read.
    .where(sql<boolean>`coalesce(actor_organization_id, '') = ${organization_id}`)
    .where('actor_id', '!=', id)
    .where('users.organization_id', '=', organization_id)
    .orderBy('at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(mostRead)
    .execute()
  const newest = reports.filter(
    ({ target_id }, index) => reports.findIndex((it) => it.target_id === target_id) === index,
  )
  const closed = await closedAt(
    database,
    newest.map((it) => it.id),
  )
  const shown = newest.filter((it) => !closed.has(it.id)).slice(0, mostShown)
  const mails = await readMails(database, organization_id, shown)
  return shown.map(({ target_id, target_type: _, detail, ...report }) => ({
    ...report,
    opinion: mailOpinions.find((known) => known === detail) ?? 'dangerous',
    threat_level: mails.get(target_id ?? '')?.threat_level ?? null,
    sender_domain: mails.get(target_id ?? '')?.sender_domain ?? '',
  }))
}

interface Target {
  readonly target_type: string
  readonly target_id: string | null
}

async function readMails(database: Database, organizationId: string, targets: readonly Target[]) {
  const idsOf = (type: string) =>
    targets.filter((it) => it.target_type === type).map(({ target_id }) => target_id ?? '')
  const [ofScans, ofChecks] = [idsOf('scan'), idsOf('check')]
  const scans =
    ofScans.length === 0
      ? []
      : await database
          .selectFrom('scans')
          .select(['id', 'threat_level', 'sender_domain'])
          .where('organization_id', '=', organizationId)
          .where(isOneOf(database, 'id', ofScans))
          .execute()
  const checks =
    ofChecks.length === 0
      ? []
      : await database
          .selectFrom('mail_checks')
          .select(['id', 'threat_level'])
          .where('organization_id', '=', organizationId)
          .where(isOneOf(database, 'id', ofChecks))
          .execute()
  return new Map(
    [...scans, ...checks.map((check) => ({ ...check, sender_domain: '' }))].map((mail) => [
      mail.id,
      mail,
    ]),
  )
}
