import * as v from 'valibot'
import { count, falseIfMissing, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
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
    mail_checks: field(
      v.fallback(v.nullish(v.picklist(mailCheckOffers), null), null),
      'Whether the user can check a mail (POST /mail-checks): `offered` or null.',
    ),
    lists_messages: field(falseIfMissing, 'True: there is `GET /messages`.'),

    explains_risk: field(falseIfMissing, 'True: there is `GET /risk`.'),
  }),
})
