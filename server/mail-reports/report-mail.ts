import type { ParsedInputOf } from '../../contract/endpoint.ts'
import { mailReportsEndpoint, unknownMail } from '../../contract/endpoints/mail-reports.ts'
import { baseLocale } from '../../contract/locale.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { wordsIn } from '../core/locale.ts'
import type { Services } from '../core/services.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import type { Database } from '../database/tables.ts'
import { bindUser } from '../http/bind.ts'
import { HttpError } from '../http/http-error.ts'
import { queueMail } from '../mail/queue.ts'
import { asOneLine, linesAbout } from '../support/lines-about.ts'
import { requireFewRequests } from '../support/request-limit.ts'
import { leadsOf } from './leads.ts'
import { mailReportWords } from './mail-report-words.ts'

type Report = ParsedInputOf<typeof mailReportsEndpoint>

const words = wordsIn(mailReportWords, baseLocale)

/**
 * POST /mail-reports (A485): a user says that one of their own mails is honest or dangerous. The team
 * leads of the organization and support get a mail; replies go to the user.
 */
export function reportMail(services: Services) {
  return bindUser(services, mailReportsEndpoint, async (report, caller) => {
    const { user } = caller
    await services.database.transaction().execute(async (transaction) => {
      await takeAdvisoryLock(transaction, `mail reports of ${user.id}`)
      const about = await describeMail(transaction, user.id, report)
      if ((await lastOpinion(transaction, user.id, report.id)) === report.opinion) return
      await requireFewRequests(services, transaction, user.id, 'mail-report')
      const lines = [
        `${words.opinion}${words.opinions[report.opinion]}`,
        ...about,
        ...(await linesAbout(transaction, caller)),
      ]
      const mail = {
        replyTo: user.email,
        subject: asOneLine(`${words.subject[report.opinion]} ${user.full_name}`),
        text: `${lines.map(asOneLine).join('\n')}\n\n${report.note || words.noNote}\n`,
      }
      for (const to of [...(await leadsOf(transaction, user)), services.supportMailbox]) {
        await queueMail(transaction, services, { to, ...mail })
      }
      await recordAct(services, transaction, actorOf(caller), {
        action: 'mail-report',
        target: report.kind,
        targetId: report.id,
        detail: report.opinion,
      })
    })
    return {}
  })
}

/** @throws HttpError 404 if it is not the user's own */
async function describeMail(database: Database, userId: string, { kind, id }: Report) {
  return kind === 'scan' ? describeScan(database, userId, id) : describeCheck(database, userId, id)
}

async function describeScan(database: Database, userId: string, id: string): Promise<string[]> {
  const scan = await database
    .selectFrom('scans')
    .select(['threat_level', 'sender_domain', 'email_subject', 'received_at', 'detection_reason'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (scan === undefined) throw new HttpError(unknownMail, {})
  return [
    `${words.verdict}${scan.threat_level}`,
    `${words.reason}${scan.detection_reason || words.none}`,
    `${words.sender}${scan.sender_domain || words.none}`,
    `${words.mailSubject}${scan.email_subject || words.notKept}`,
    `${words.received}${scan.received_at}`,
    `${words.id}${kindAndId('scan', id)}`,
  ]
}

async function describeCheck(database: Database, userId: string, id: string): Promise<string[]> {
  const check = await database
    .selectFrom('mail_checks')
    .select(['threat_level', 'checked_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('threat_level', 'is not', null)
    .executeTakeFirst()
  if (check === undefined) throw new HttpError(unknownMail, {})
  return [
    `${words.verdict}${check.threat_level}`,
    `${words.checked}${check.checked_at}`,
    `${words.mailSubject}${words.checkedFile}`,
    `${words.id}${kindAndId('check', id)}`,
  ]
}

function kindAndId(kind: Report['kind'], id: string): string {
  return `${kind} ${id}`
}

/** @returns undefined if the user has not reported this mail */
async function lastOpinion(database: Database, userId: string, id: string) {
  const last = await database
    .selectFrom('audit')
    .select('detail')
    .where('actor_id', '=', userId)
    .where('action', '=', 'mail-report')
    .where('target_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.detail
}
