import * as v from 'valibot'
import { count, falseIfMissing, givenId, id, object, rows, text, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { attackKinds } from '../emails/attack-kind.ts'
import { mailOpinions } from '../emails/mail-opinion.ts'
import { threat } from '../emails/threat.ts'
import { unknownUser } from '../users/save-user.ts'

const attackKind = v.fallback(v.picklist(attackKinds), 'other')

/** A team lead's view of a member's dangerous mail: no subject, no address, no reason. */
const memberThreat = object({
  threat_level: threat.entries.threat_level,
  kind: field(attackKind, 'What the mail was after.'),
  sender_domain: field(text, 'The domain of the sender.', 'account-verify.example'),
  at: field(text, 'When it happened.', '2025-02-27T08:12:00.000Z'),
})

export const showMemberEndpoint = defineEndpoint('GET /team/members/:id', {
  summary: 'What threatens a member of the own organization',
  description:
    'For team leads. It never has a subject, an address or the text of a mail. Mail from before the member came to the organization is not part of it.',
  access: 'view:team',
  input: v.strictObject({ id: field(givenId, 'The id of the row.') }),
  output: object({
    id: field(id, 'The id of the row.'),
    full_name: field(text, 'The name of the user.', 'Rania Khoury'),
    email: field(text, 'The email address, in canonical form.', 'rania@clinic.example', 'email'),
    department: field(text, 'The department, as it was entered.', 'Accounts'),
    risk_score: field(count, 'From 0 to 100: below 30 is low, 70 and more is high.', 42.5),
    last_login: field(time, 'When the member last signed in; null for never.'),
    has_second_factor: field(falseIfMissing, 'Whether a second factor protects the sign-in.'),
    kinds: rows(
      'What the dangerous mails of the last 30 days were after, the most frequent first.',
      {
        kind: field(attackKind, 'What the mail was after.'),
        count: field(count, 'Mails of this kind.', 3),
        last_at: field(text, 'When the last one came.', '2025-02-27T08:12:00.000Z'),
      },
    ),
    threats: field(
      v.nullish(v.array(memberThreat), []),
      'The newest dangerous mails of the last 30 days, the newest first.',
    ),
    weeks: rows(
      'The risk score at the end of each week, as far as it was stored; now, in this week.',
      {
        week: field(text, 'The Monday of the week.', '2025-02-24'),
        risk_score: field(count, 'From 0 to 100: below 30 is low, 70 and more is high.', 42.5),
      },
    ),
    reported_honest: field(
      count,
      'Mails that the member reported as honest in the last 90 days.',
      0,
    ),
    reported_dangerous: field(
      count,
      'Mails that the member reported as dangerous in the last 90 days.',
      1,
    ),
    reports: rows('The newest of these reports, the newest first.', {
      at: field(text, 'When it happened.', '2025-02-27T08:20:00.000Z'),
      opinion: field(
        v.fallback(v.picklist(mailOpinions), 'dangerous'),
        'What the member reported the mail as.',
        'dangerous',
      ),
    }),
  }),
  errors: [unknownUser],
})
