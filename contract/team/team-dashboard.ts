import * as v from 'valibot'
import { count, id, object, rows, text, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { mailOpinions } from '../emails/mail-opinion.ts'
import { threatLevels } from '../emails/threat-level.ts'

export const member = object({
  id: field(id, 'The id of the row.'),
  full_name: field(text, 'The name of the user.', 'Rania Khoury'),
  email: field(text, 'The email address, in canonical form.', 'rania@clinic.example', 'email'),
  risk_score: field(count, 'From 0 to 100: below 30 is low, 70 and more is high.', 42.5),
  last_login: field(time, 'When the user last signed in; null for never.'),
})
export type TeamMember = v.InferOutput<typeof member>

/** The users of the caller's organization, without super admins. */
export const teamDashboardEndpoint = defineEndpoint('GET /dashboard/team', {
  summary: 'Users of the organization and their figures',
  access: 'view:team',
  output: object({
    team_members: field(
      v.nullish(v.array(member), []),
      "The users of the caller's organization, without super admins.",
    ),
    total_team_scans: field(count, 'Mails scanned for them.', 1284),
    total_phishing_caught: field(count, 'Of them, those that are not safe.', 37),
    average_risk_score: field(count, 'The mean of their risk scores.', 42.5),
    open_reports: rows(
      'Mails that members reported within 30 days and no team lead has closed, the newest first.',
      {
        id: field(id, 'The id of the report.', shown.request),
        full_name: field(text, 'The name of the member.', 'Rania Khoury'),
        opinion: field(
          v.fallback(v.picklist(mailOpinions), 'dangerous'),
          'What the member reported the mail as.',
          'dangerous',
        ),
        threat_level: field(
          v.nullish(v.fallback(v.nullable(v.picklist(threatLevels)), null), null),
          'The verdict on the mail; null where it is not kept.',
          'safe',
        ),
        sender_domain: field(
          text,
          'The domain of the sender; empty for a mail that the member checked.',
          'account-verify.example',
        ),
        at: field(text, 'When it was reported.', '2025-02-27T08:20:00.000Z'),
      },
    ),
  }),
})
