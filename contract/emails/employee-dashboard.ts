import * as v from 'valibot'
import { count, falseIfMissing, id, object, rows, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { mailOpinions } from './mail-opinion.ts'
import { threat } from './threat.ts'

/** Another backend may have no mail checks. */
const mailCheckOffers = ['offered'] as const

/** Counts cover all time; threats are the newest 50. */
export const employeeDashboardEndpoint = defineEndpoint('GET /dashboard/employee', {
  summary: 'Mail and risk of the signed-in user',
  access: 'view:own',
  takesLocale: true,
  output: object({
    risk_score: field(count, 'From 0 to 100: below 30 is low, 70 and more is high.', 42.5),
    total_emails_scanned: field(count, 'Mails scanned for the user.', 1284),
    phishing_emails_caught: field(count, 'Of them, those that are not safe.', 37),
    safe_emails: field(count, 'Of them, the safe ones.', 1247),
    recent_phishing_emails: field(v.nullish(v.array(threat), []), 'The newest 50 threats.'),
    report_answers: rows(
      'Answers of the last two weeks to the own reports, the newest first, at most three.',
      {
        id: field(id, 'The id of the report.', shown.request),
        opinion: field(
          v.fallback(v.picklist(mailOpinions), 'dangerous'),
          'What the user said of the mail.',
        ),
        reported_at: field(text, 'When the user said it.', '2025-03-01T09:00:00.000Z'),
        answered_at: field(text, 'When it was answered.', '2025-03-01T10:30:00.000Z'),
        outcome: field(
          v.fallback(v.nullable(v.picklist(mailOpinions)), null),
          'What the mail turned out to be; null if the answer does not say it.',
        ),
        email_subject: field(text, 'The subject of the mail, if it is kept.', 'Prices of March'),
        sender_domain: field(text, 'The domain of its sender, if it is kept.', 'supplier.example'),
        is_learnt: field(falseIfMissing, 'Whether the judge has learnt the answer.', true),
      },
    ),
    mail_checks: field(
      v.fallback(v.nullish(v.picklist(mailCheckOffers), null), null),
      'Whether the user can check a mail (POST /mail-checks): `offered` or null.',
    ),
    lists_messages: field(falseIfMissing, 'True: there is `GET /messages`.'),
    explains_risk: field(falseIfMissing, 'True: there is `GET /risk`.'),
  }),
})
