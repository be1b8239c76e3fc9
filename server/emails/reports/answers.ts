import { type MailOpinion, mailOpinions } from '../../../contract/emails/mail-opinion.ts'
import { dayMs, isoAfter } from '../../core/clock.ts'
import { longMoment } from '../../core/formats.ts'
import { wordsIn } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'
import { prepare } from '../../database/drivers/prepare.ts'
import { isKept } from '../../database/kept-mail.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Audit } from '../../database/tables/operation.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { localeOfUser, queueMail } from '../../mail/mail.ts'

const answerWords = readWords(import.meta.dirname, 'report-answer.words.yaml')

/** Above all else that is on the dashboard, so that few stand there, and not for long. */
const answersMs = 14 * dayMs
/** A report is open for so long. */
const reportsMs = 30 * dayMs
const mostRead = 20
const mostShown = 3

const opinionIn = (text: string | null) => mailOpinions.find((known) => known === text)

const findClosed = prepare(
  (database, named: (name: 'userId' | 'reportedAfter' | 'answeredAfter') => string) =>
    database
      .selectFrom('audit as report')
      .innerJoin('audit as closing', 'closing.target_id', 'report.id')
      .select([
        'report.id',
        'report.at as reported_at',
        'report.detail as opinion',
        'report.target_id',
        'closing.at as answered_at',
        'closing.detail as answer',
      ])
      .where('report.actor_id', '=', named('userId'))
      .where('report.action', '=', 'mail-report')
      .where('report.at', '>', named('reportedAfter'))
      .where('closing.action', '=', 'request-close')
      .where('closing.at', '>', named('answeredAfter'))
      .orderBy('closing.at', 'desc')
      .orderBy('report.id', 'desc')
      .limit(mostRead),
)

/**
 * Answers to a user's reports, the newest first: the entry that closed a report says what came of it, and
 * the mark whether the judge has learnt it.
 */
export async function findAnswers(
  database: Database,
  { id: userId, organization_id }: Pick<Users, 'id' | 'organization_id'>,
  now: Date,
) {
  const found = await findClosed(database, {
    userId,
    reportedAfter: isoAfter(now, -reportsMs - answersMs),
    answeredAfter: isoAfter(now, -answersMs),
  })
  // The last answer about a mail counts.
  const shown = [...Map.groupBy(found, ({ target_id }) => target_id).values()]
    .flatMap(([last]) => last ?? [])
    .slice(0, mostShown)
  if (shown.length === 0) return []
  const ids = shown.map(({ target_id }) => target_id ?? '')
  const mails = await database
    .selectFrom('scans')
    .select(['id', 'email_subject', 'sender_domain'])
    .where('user_id', '=', userId)
    .where('organization_id', '=', organization_id ?? '')
    .where(isOneOf(database, 'id', ids))
    .where(isKept(now))
    .execute()
  const learnt = await database
    .selectFrom('marks')
    .select('scan_id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organization_id ?? '')
    .where(isOneOf(database, 'scan_id', ids))
    .where('source', '=', 'answer')
    .where('state', '=', 'learnt')
    .execute()
  return shown.map(({ id, reported_at, answered_at, opinion, answer, target_id }) => {
    const mail = mails.find((it) => it.id === target_id)
    return {
      ...{ id, reported_at, answered_at },
      opinion: opinionIn(opinion) ?? 'dangerous',
      outcome: opinionIn(answer.split(', ')[1] ?? '') ?? null,
      email_subject: mail?.email_subject ?? '',
      sender_domain: mail?.sender_domain ?? '',
      is_learnt: learnt.some(({ scan_id }) => scan_id === target_id),
    }
  })
}

/** Sends the answer to the user who reported, if the user wants that and still can sign in. */
export async function mailAnswer(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  report: Pick<Audit, 'at' | 'actor_id' | 'actor_organization_id' | 'target_id' | 'detail'>,
  outcome: MailOpinion | undefined,
): Promise<void> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', report.actor_id ?? '')
    .where('answers_by_mail', '=', 1)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (user === undefined) return
  const scan = await transaction
    .selectFrom('scans')
    .select('sender_domain')
    .where('id', '=', report.target_id ?? '')
    .where('user_id', '=', user.id)
    .where('organization_id', '=', report.actor_organization_id ?? '')
    .where(isKept(services.clock()))
    .executeTakeFirst()
  const locale = await localeOfUser(transaction, user.id)
  const words = wordsIn(answerWords, locale)
  const time = longMoment(report.at, locale)
  const sender = scan?.sender_domain ? `${words.sender}\n${scan.sender_domain}\n\n` : ''
  await queueMail(transaction, services, {
    to: user.email,
    subject: words.subject,
    text: `${words.reported[opinionIn(report.detail) ?? 'dangerous']({ time })}

${sender}${words.outcomes[outcome ?? 'none']}

${words.why}
`,
  })
}
