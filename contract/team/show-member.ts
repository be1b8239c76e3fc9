import * as v from 'valibot'
import { count, givenId, id, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { attackKinds } from '../emails/attack-kind.ts'
import { mailOpinions } from '../emails/report-mail.ts'
import { threatLevels } from '../emails/threat-level.ts'
import { unknownUser } from '../users/save-user.ts'

const attackKind = v.fallback(v.picklist(attackKinds), 'other')

/** A team lead's view of a member's dangerous mail: no subject, no address, no reason. */
const memberThreat = object({
  threat_level: v.fallback(v.picklist(threatLevels), 'suspicious'),
  kind: attackKind,
  sender_domain: text,
  at: text,
})

/**
 * GET /team/members/{id}, an addition: what a team lead needs to help a member of the own
 * organization.
 */
export const showMemberEndpoint = defineEndpoint({
  method: 'GET',
  path: '/team/members/:id',
  access: 'view:team',
  input: v.strictObject({ id: givenId }),
  output: object({
    id,
    full_name: text,
    email: text,
    department: text,
    risk_score: count,
    last_login: v.nullish(v.string(), null),
    has_second_factor: v.nullish(v.boolean(), false),
    kinds: v.nullish(v.array(object({ kind: attackKind, count, last_at: text })), []),
    threats: v.nullish(v.array(memberThreat), []),
    weeks: v.nullish(v.array(object({ week: text, risk_score: count })), []),
    reported_honest: count,
    reported_dangerous: count,
    reports: v.nullish(
      v.array(object({ at: text, opinion: v.fallback(v.picklist(mailOpinions), 'dangerous') })),
      [],
    ),
  }),
})

export const showMemberCall = describeCall(showMemberEndpoint, {
  summary: 'What threatens a member of the own organization',
  description:
    'For team leads. It never has a subject, an address or the text of a mail. Mail from before the member came to the organization is not part of it.',
  tag: 'Dashboards',
  fields: [
    {
      department: 'The department, as it was entered.',
      last_login: {
        description: 'When the member last signed in; null for never.',
        format: 'date-time',
      },
      has_second_factor: 'Whether a second factor protects the sign-in.',
      kinds: 'What the dangerous mails of the last 30 days were after, the most frequent first.',
      kind: 'What the mail was after.',
      count: 'Mails of this kind.',
      last_at: { description: 'When the last one came.', format: 'date-time' },
      threats: 'The newest dangerous mails of the last 30 days, the newest first.',
      sender_domain: 'The domain of the sender.',
      at: { description: 'When it happened.', format: 'date-time' },
      weeks: 'The risk score at the end of each week, as far as it was stored.',
      week: { description: 'The Monday of the week.', format: 'date' },
      reported_honest: 'Mails that the member reported as honest in the last 90 days.',
      reported_dangerous: 'Mails that the member reported as dangerous in the last 90 days.',
      reports: 'The newest of these reports, the newest first.',
      opinion: 'What the member reported the mail as.',
    },
  ],
  examples: {
    input: { id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
    output: {
      id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      full_name: 'Rania Khoury',
      email: 'rania@clinic.example',
      department: 'Accounts',
      risk_score: 42.5,
      last_login: '2025-03-01T09:30:00.000Z',
      has_second_factor: true,
      kinds: [{ kind: 'phishing', count: 3, last_at: '2025-02-27T08:12:00.000Z' }],
      threats: [
        {
          threat_level: 'malicious',
          kind: 'phishing',
          sender_domain: 'account-verify.example',
          at: '2025-02-27T08:12:00.000Z',
        },
      ],
      weeks: [{ week: '2025-02-24', risk_score: 42.5 }],
      reported_honest: 0,
      reported_dangerous: 1,
      reports: [{ at: '2025-02-27T08:20:00.000Z', opinion: 'dangerous' }],
    },
  },
  errors: [unknownUser],
})
