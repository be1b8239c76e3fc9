import * as v from 'valibot'
import { count, noInput, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { threat } from './threat.ts'

/** Another backend may have no mail checks. */
const mailCheckOffers = ['offered'] as const

/** GET /dashboard/employee (R279, R352). Counts cover all time; threats are the newest 50. */
export const employeeDashboardEndpoint = defineEndpoint({
  method: 'GET',
  path: '/dashboard/employee',
  access: 'view:own',
  takesLocale: true,
  input: noInput,
  output: object({
    risk_score: count,
    total_emails_scanned: count,
    phishing_emails_caught: count,
    safe_emails: count,
    recent_phishing_emails: v.nullish(v.array(threat), []),
    /** An addition: whether the user can check a mail; null if the backend has no such call. */
    mail_checks: v.fallback(v.nullish(v.picklist(mailCheckOffers), null), null),
    /** An addition: whether the backend has `GET /messages`. */
    lists_messages: v.nullish(v.boolean(), false),
    /** An addition: whether there is `GET /risk`. */
    explains_risk: v.nullish(v.boolean(), false),
  }),
})

export const employeeDashboardCall = describeCall(employeeDashboardEndpoint, {
  summary: 'Mail and risk of the signed-in user',
  tag: 'Dashboards',
  fields: [
    {
      total_emails_scanned: 'Mails scanned for the user.',
      phishing_emails_caught: 'Of them, those that are not safe.',
      safe_emails: 'Of them, the safe ones.',
      recent_phishing_emails: 'The newest 50 threats.',
      email_subject: 'The subject; empty for malicious mail, of which none is kept.',
      sender_domain: 'The domain of the sender.',
      sender_address:
        'The address of the sender; empty for malicious mail, of which only the domain is kept.',
      timestamp: { description: 'When the mail was received.', format: 'date-time' },
      scan_details: 'More about the verdict.',
      content_analysis: 'What the content showed.',
      lists_messages: 'True: there is `GET /messages`.',
      explains_risk: 'True: there is `GET /risk`.',
      mail_checks: 'Whether the user can check a mail (POST /mail-checks): `offered` or null.',
    },
  ],
  examples: {
    output: {
      risk_score: 42.5,
      total_emails_scanned: 1284,
      phishing_emails_caught: 37,
      safe_emails: 1247,
      recent_phishing_emails: [
        {
          id: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42',
          email_subject: 'Confirm your account',
          sender_domain: 'lookalike.example',
          sender_address: '',
          threat_level: 'malicious',
          detection_reason: 'The link leads elsewhere.',
          timestamp: '2025-03-01T09:30:00.000Z',
          disposition: 'quarantined',
          scan_details: { content_analysis: { indicators: ['link', 'urgency'] } },
        },
      ],
      mail_checks: 'offered',
      lists_messages: true,
      explains_risk: true,
    },
  },
})
