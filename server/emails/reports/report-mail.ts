import type { NotNull } from 'kysely'
import type { ParsedInputOf } from '../../../contract/core/endpoint.ts'
import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import { can } from '../../../contract/core/permissions.ts'
import { mailOpinions } from '../../../contract/emails/mail-opinion.ts'
import { reportMailEndpoint, unknownMail } from '../../../contract/emails/report-mail.ts'
import { actorOf, recordAct, requireFewRequests } from '../../audit/audit.ts'
import { asOneLine } from '../../core/fold.ts'
import { longMoment } from '../../core/formats.ts'
import { HttpError } from '../../core/http-error.ts'
import { wordsIn } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { isKept } from '../../database/kept-mail.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { countOpinion, markMail } from '../../judge/judge.ts'
import { localeOfUser, queueMail } from '../../mail/mail.ts'
import { linesAbout } from '../../support-requests/support-requests.ts'
import { readReason, reasonColumns, sentenceIn } from '../sentences/sentence.ts'

/** A team has one lead, sometimes a few. */
const mostLeads = 20

interface Reader {
  readonly to: string
  readonly locale: Locale
}

/**
 * The readers of a user's request: the active team leads of the organization, the user not among
 * them, each in their own language, and the support team, which reads English.
 */
export async function readersOfRequests(
  { supportMailbox }: Pick<Services, 'supportMailbox'>,
  database: Database,
  { id, organization_id }: Pick<Users, 'id' | 'organization_id'>,
): Promise<Reader[]> {
  const leads = await database
    .selectFrom('users')
    .select(['id', 'email'])
    .where('organization_id', '=', organization_id ?? '')
    .where('role', '=', 'team_lead')
    .where('is_active', '=', 1)
    .where('id', '!=', id)
    .orderBy('id')
    .limit(mostLeads)
    .execute()
  const readers: Reader[] = []
  for (const lead of leads) {
    readers.push({ to: lead.email, locale: await localeOfUser(database, lead.id) })
  }
  return [...readers, { to: supportMailbox, locale: baseLocale }]
}

const mailReportWords = readWords(import.meta.dirname, 'mail-report.words.yaml')

type Report = ParsedInputOf<typeof reportMailEndpoint>

/**
 * POST /mail-reports: a user says that one of their own mails is honest or dangerous. The team
 * leads of the organization and support get a mail; replies go to the user.
 */
export function reportMail(services: Services) {
  return bindChange(services, reportMailEndpoint, async (report, caller, transaction) => {
    await sayOpinion(services, transaction, caller, report)
    return {}
  })
}

type Reporter = Parameters<typeof linesAbout>[1] & Parameters<typeof actorOf>[0]

/** @throws HttpError for a mail that is not the user's own, or too many reports */
export async function sayOpinion(
  services: Pick<Services, 'clock' | 'limits' | 'mailDomain' | 'sealer' | 'supportMailbox'>,
  transaction: Database,
  reporter: Reporter,
  report: Report,
): Promise<void> {
  const { user } = reporter
  await takeAdvisoryLock(transaction, `mail reports of ${user.id}`)
  const reported = await findMail(transaction, user.id, report, services.clock())
  const before = await lastOpinion(transaction, user.id, report.id)
  if (before?.opinion === report.opinion) return
  await requireFewRequests(services, transaction, user.id, 'mail-report')
  for (const { to, locale } of await readersOfRequests(services, transaction, user)) {
    const { opinions, subject, noNote, ...words } = wordsIn(mailReportWords, locale)
    const lines = [
      `${words.opinion}${opinions[report.opinion]}`,
      ...linesOf(reported, locale),
      ...(await linesAbout(transaction, reporter, locale)),
    ]
    await queueMail(transaction, services, {
      to,
      replyTo: user.email,
      subject: asOneLine(`${subject[report.opinion]} ${user.full_name}`),
      text: `${lines.map(asOneLine).join('\n')}\n\n${report.note || noNote}\n`,
    })
  }
  if (reported.kind === 'scan' && reported.judge_level === 'suspicious') {
    const said = { opinion: report.opinion, organizationId: user.organization_id }
    await countOpinion(transaction, said, before, reported)
  }
  if (reported.kind === 'scan') {
    const said = {
      organizationId: user.organization_id,
      userId: user.id,
      source: 'report',
      isDangerous: report.opinion === 'dangerous',
      isConfirmed: can(user.role, 'view:team'),
    } as const
    await markMail(services, transaction, said, report.id)
  }
  await recordAct(services, transaction, actorOf(reporter), {
    action: 'mail-report',
    target: report.kind,
    targetId: report.id,
    detail: report.opinion,
  })
}

type ReportedMail = Awaited<ReturnType<typeof findMail>>

/**
 * Without its subject, which neither a team lead nor an operator sees.
 * @throws HttpError 404 if it is not the user's own
 */
async function findMail(database: Database, userId: string, { kind, id }: Report, now: Date) {
  const found =
    kind === 'scan'
      ? await findScan(database, userId, id, now)
      : await findCheck(database, userId, id)
  if (found === undefined) throw new HttpError(unknownMail, {})
  return found
}

async function findScan(database: Database, userId: string, id: string, now: Date) {
  const scan = await database
    .selectFrom('scans')
    .select(['id', 'threat_level', 'sender_domain', 'received_at', 'judge_level', ...reasonColumns])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(isKept(now))
    .executeTakeFirst()
  return scan && { kind: 'scan' as const, ...scan }
}

async function findCheck(database: Database, userId: string, id: string) {
  const check = await database
    .selectFrom('mail_checks')
    .select(['id', 'threat_level', 'checked_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('threat_level', 'is not', null)
    .$narrowType<{ threat_level: NotNull }>()
    .executeTakeFirst()
  return check && { kind: 'check' as const, ...check }
}

function linesOf(mail: ReportedMail, locale: Locale): string[] {
  const { levels, ...words } = wordsIn(mailReportWords, locale)
  const moment = (time: string) => (locale === baseLocale ? time : longMoment(time, locale))
  const verdict = `${words.verdict}${levels[mail.threat_level]}`
  const id = `${words.id}${mail.kind} ${mail.id}`
  if (mail.kind === 'check') {
    return [
      verdict,
      `${words.checked}${moment(mail.checked_at)}`,
      `${words.mail}${words.checkedFile}`,
      id,
    ]
  }
  return [
    verdict,
    `${words.reason}${sentenceIn(locale, readReason(mail)) || words.none}`,
    `${words.sender}${mail.sender_domain || words.none}`,
    `${words.received}${moment(mail.received_at)}`,
    id,
  ]
}

/** @returns undefined if the user has not reported this mail */
async function lastOpinion(database: Database, userId: string, id: string) {
  const last = await database
    .selectFrom('audit')
    .select(['detail', 'actor_organization_id'])
    .where('actor_id', '=', userId)
    .where('action', '=', 'mail-report')
    .where('target_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const opinion = mailOpinions.find((it) => it === last?.detail)
  return opinion && { opinion, organizationId: last?.actor_organization_id ?? null }
}
