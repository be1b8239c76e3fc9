import * as v from 'valibot'
import { count, filledLine, id, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { givenDay } from '../core/day.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { attackKinds } from '../emails/attack-kind.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A year, so that a month or a quarter can be looked at a year later. */
export const longestReportDays = 366

/** A figure that is not kept for the whole period is null. */
const keptCount = v.nullish(v.number(), null)
const since = v.nullish(v.string(), null)

/**
 * GET /team/report, an addition: the figures of the own organization, or of one department, in a
 * period.
 */
export const showTeamReportEndpoint = defineEndpoint({
  method: 'GET',
  path: '/team/report',
  access: 'view:team',
  input: v.pipe(
    v.strictObject({
      from: givenDay,
      to: givenDay,
      department: v.optional(filledLine(limits.name)),
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
    organization: text,
    from: text,
    to: text,
    made_at: text,
    departments: v.nullish(v.array(v.string()), []),
    members: count,
    high_risk_members: count,
    average_risk_score: count,
    scanned: keptCount,
    suspicious: count,
    malicious: count,
    counted_since: since,
    suspicious_since: since,
    days: v.nullish(
      v.array(object({ day: text, suspicious: keptCount, malicious: keptCount })),
      [],
    ),
    riskiest: v.nullish(
      v.array(
        object({ id, full_name: text, department: text, risk_score: count, malicious: count }),
      ),
      [],
    ),
    kinds: v.nullish(
      v.array(object({ kind: v.fallback(v.picklist(attackKinds), 'other'), count })),
      [],
    ),
    reported_dangerous: count,
    reported_honest: count,
    senders_blocked: count,
    support_requests: count,
    mails_checked: count,
    checks_since: since,
    audit_since: since,
  }),
})

export const showTeamReportCall = describeCall(showTeamReportEndpoint, {
  summary: 'The figures of the own organization in a period',
  description:
    'For team leads. Days are days in UTC. A figure that is not kept for the whole period is null, or comes with the day from which on it is complete. It never has a subject.',
  tag: 'Dashboards',
  fields: [
    {
      from: { description: 'The first day.', format: 'date' },
      to: {
        description: `The last day, at most ${longestReportDays - 1} days later.`,
        format: 'date',
      },
      department: {
        description: 'Only the present members of this department.',
        example: 'Accounts',
      },
      organization: 'The name of the organization.',
      made_at: { description: 'When the report was made.', format: 'date-time' },
      departments: 'The departments of all members, by name.',
      members: 'The present members.',
      high_risk_members: 'Of them, those with a risk score of 70 or more now.',
      average_risk_score: 'The mean of their risk scores now.',
      scanned: 'Mails scanned in the period; null for a department, which is not counted.',
      suspicious: 'Of them, suspicious ones.',
      malicious: 'Malicious mails.',
      counted_since: {
        description: 'The first day with counts; null if the whole period is counted.',
        format: 'date',
        example: '2025-02-01',
      },
      suspicious_since: {
        description:
          'The first day whose suspicious mail is still kept; null if that is the whole period.',
        format: 'date',
        example: '2025-02-01',
      },
      audit_since: {
        description:
          'The first day of which the audit trail is kept whole, from which reports and requests are counted; null if that is the whole period.',
        format: 'date',
        example: '2025-02-01',
      },
      days: 'Every day of the period.',
      day: { description: 'The day.', format: 'date' },
      riskiest: 'The members with the highest risk now.',
      kinds:
        'What the newest dangerous mails of the period were after, as far as they are kept, the most frequent first.',
      kind: 'What the mail was after.',
      count: 'Mails of this kind.',
      reported_dangerous: 'Mails that members reported as dangerous.',
      reported_honest: 'Mails that members reported as honest.',
      senders_blocked: 'Red flags that members added and that still hold.',
      support_requests: 'Requests to support.',
      mails_checked: 'Mails that members checked.',
      checks_since: {
        description: 'The first day whose checks are still kept; null if that is the whole period.',
        format: 'date',
        example: '2025-02-01',
      },
    },
  ],
  examples: {
    input: { from: '2025-02-01', to: '2025-02-02' },
    output: {
      organization: 'Cedar Clinic',
      from: '2025-02-01',
      to: '2025-02-02',
      made_at: '2025-03-01T09:30:00.000Z',
      departments: ['Accounts', 'Reception'],
      members: 12,
      high_risk_members: 1,
      average_risk_score: 18.4,
      scanned: 214,
      suspicious: 3,
      malicious: 1,
      counted_since: null,
      suspicious_since: null,
      days: [
        { day: '2025-02-01', suspicious: 1, malicious: 0 },
        { day: '2025-02-02', suspicious: 2, malicious: 1 },
      ],
      riskiest: [
        {
          id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
          full_name: 'Rania Khoury',
          department: 'Accounts',
          risk_score: 72.5,
          malicious: 1,
        },
      ],
      kinds: [{ kind: 'phishing', count: 3 }],
      reported_dangerous: 2,
      reported_honest: 1,
      senders_blocked: 4,
      support_requests: 1,
      mails_checked: 3,
      checks_since: null,
      audit_since: null,
    },
  },
})
