import * as v from 'valibot'
import { count, filledLine, givenText, id, object, rows, text } from '../core/basic.ts'
import { foldDigits } from '../core/digits.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { parseTime } from '../core/time.ts'
import { attackKinds } from '../emails/attack-kind.ts'

/** A day in UTC, as `2026-01-31`. */
export const givenDay = v.pipe(
  givenText(limits.time),
  v.transform(foldDigits),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'not_a_time' satisfies FieldCode),
  v.check((given) => parseTime(given) !== undefined, 'not_a_time' satisfies FieldCode),
)

const dayMs = 24 * 60 * 60 * 1000
/** A year, so that a month or a quarter can be looked at a year later. */
export const longestReportDays = 366

/** A figure that is not kept for the whole period is null. */
const keptCount = v.nullish(v.number(), null)
const since = v.nullish(v.string(), null)

const department = field(
  v.optional(filledLine(limits.name)),
  'Only the present members of this department.',
  'Accounts',
)

const toField = field(
  givenDay,
  `The last day, at most ${longestReportDays - 1} days later.`,
  '2025-02-02',
)

export const showTeamReportEndpoint = defineEndpoint('GET /team/report', {
  summary: 'The figures of the own organization in a period',
  description:
    'For team leads. Days are days in UTC. A figure that is not kept for the whole period is null, or comes with the day from which on it is complete. It never has a subject.',
  access: 'view:team',
  input: v.pipe(
    v.strictObject({
      from: field(givenDay, 'The first day.', '2025-02-01'),
      to: toField,
      department,
    }),
    v.forward(
      v.partialCheck(
        [['from'], ['to']],
        ({ from, to }) => {
          const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
          return days >= 1 && days <= longestReportDays
        },
        'wrong_period' satisfies FieldCode,
      ),
      ['to'],
    ),
  ),
  output: object({
    organization: field(text, 'The name of the organization.', 'Cedar Clinic'),
    from: field(text, 'The first day.', '2025-02-01'),
    to: field(text, toField),
    made_at: field(text, 'When the report was made.', shown.time),
    departments: field(
      v.nullish(v.array(v.string()), []),
      'The departments of all members, by name.',
      ['Accounts', 'Reception'],
    ),
    members: field(count, 'The present members.', 12),
    high_risk_members: field(count, 'Of them, those with a risk score of 70 or more now.', 1),
    average_risk_score: field(count, 'The mean of their risk scores now.', 18.4),
    scanned: field(
      keptCount,
      'Mails scanned in the period; null for a department, which is not counted.',
      214,
    ),
    suspicious: field(count, 'Of them, suspicious ones.', 3),
    malicious: field(count, 'Malicious mails.', 1),
    counted_since: field(
      since,
      'The first day with counts; null if the whole period is counted.',
      '2025-02-01',
    ),
    suspicious_since: field(
      since,
      'The first day whose suspicious mail is still kept; null if that is the whole period.',
      '2025-02-01',
    ),
    days: rows('Every day of the period.', {
      day: field(text, 'The day.', '2025-02-01'),
      suspicious: field(keptCount, 'Of them, suspicious ones.', 1),
      malicious: field(keptCount, 'Malicious mails.', 0),
    }),
    riskiest: rows('The members with the highest risk now.', {
      id: field(id, 'The id of the row.'),
      full_name: field(text, 'The name of the user.', 'Rania Khoury'),
      department: field(text, department),
      risk_score: field(count, 'From 0 to 100: below 30 is low, 70 and more is high.', 72.5),
      malicious: field(count, 'Malicious mails.', 1),
    }),
    kinds: rows(
      'What the newest dangerous mails of the period were after, as far as they are kept, the most frequent first.',
      {
        kind: field(v.fallback(v.picklist(attackKinds), 'other'), 'What the mail was after.'),
        count: field(count, 'Mails of this kind.', 3),
      },
    ),
    reported_dangerous: field(count, 'Mails that members reported as dangerous.', 2),
    reported_honest: field(count, 'Mails that members reported as honest.', 1),
    senders_blocked: field(count, 'Red flags that members added and that still hold.', 4),
    support_requests: field(count, 'Requests to support.', 1),
    mails_checked: field(count, 'Mails that members checked.', 3),
    checks_since: field(
      since,
      'The first day whose checks are still kept; null if that is the whole period.',
      '2025-02-01',
    ),
    audit_since: field(
      since,
      'The first day of which the audit trail is kept whole, from which reports and requests are counted; null if that is the whole period.',
      '2025-02-01',
    ),
  }),
})
