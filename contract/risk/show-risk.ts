import * as v from 'valibot'
import { count, id, noInput, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { threatLevels } from '../emails/threat-level.ts'
import { riskBands } from './risk-band.ts'

const riskMail = object({
  id,
  received_at: text,
  sender_domain: text,
  threat_level: v.fallback(v.picklist(threatLevels), 'suspicious'),
  is_delivered: v.nullish(v.boolean(), false),
  points_received: count,
  points: count,
})

const weeklyScore = object({ week: text, score: v.nullish(v.number(), null) })

const sender = object({ sender_domain: text, mail_count: count })

/** GET /risk: what makes up the caller's risk score, how it developed, and when it will be lower. */
export const showRiskEndpoint = defineEndpoint({
  method: 'GET',
  path: '/risk',
  access: 'view:own',
  input: noInput,
  output: object({
    risk_score: count,
    points: count,
    mails: v.nullish(v.array(riskMail), []),
    other_mail: v.nullish(object({ mail_count: count, points: count }), {}),
    weeks: v.nullish(v.array(weeklyScore), []),
    weeks_since: v.nullish(v.string(), null),
    forecast: v.nullish(v.array(object({ band: v.picklist(riskBands), days: count })), []),
    repeated_sender: v.nullish(sender, null),
    is_mail_check_offered: v.nullish(v.boolean(), false),
  }),
})

export const showRiskCall = describeCall(showRiskEndpoint, {
  summary: 'What makes up the risk score of the signed-in user',
  tag: 'Dashboards',
  fields: [
    {
      points:
        'Points at this time. They halve every 30 days; the score is 100 · (1 − e^(−points/25)).',
      mails: 'Dangerous mails of the last 30 days, those that count most first, at most 20.',
      mail_count: 'How many dangerous mails.',
      received_at: { description: 'When the mail was received.', format: 'date-time' },
      sender_domain: 'The domain of the sender.',
      is_delivered: 'Whether the mail reached the inbox.',
      points_received: 'Points when the mail was received.',
      other_mail: 'All other dangerous mail: older, deleted, or with fewer points.',
      weeks: 'The last twelve weeks, oldest first; the last one is not over and has the score now.',
      week: { description: 'The Monday with which the week begins, in UTC.', format: 'date' },
      score: 'The score at the end of the week; null if it is not known.',
      weeks_since: {
        description: 'The first week whose score is stored; null if there is none.',
        format: 'date',
      },
      forecast: 'The lower bands and when they are reached without new dangerous mail.',
      band: '`low` is below 30, `medium` below 70.',
      days: 'The first whole day, counted from now, on which the score is in the band.',
      repeated_sender:
        'The domain that sent the most dangerous mails of the last 30 days, two at least, without a flag of the user; null if there is none. Never a public mail provider.',
      is_mail_check_offered: 'Whether the user can check a mail (POST /mail-checks).',
    },
  ],
  examples: {
    output: {
      risk_score: 55.07,
      points: 20,
      mails: [
        {
          id: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42',
          received_at: '2025-03-01T09:30:00.000Z',
          sender_domain: 'lookalike.example',
          threat_level: 'malicious',
          is_delivered: true,
          points_received: 20,
          points: 18.5,
        },
      ],
      other_mail: { mail_count: 3, points: 1.5 },
      weeks: [
        { week: '2025-02-24', score: 12.4 },
        { week: '2025-03-03', score: 55.07 },
      ],
      weeks_since: '2025-02-24',
      forecast: [{ band: 'low', days: 35 }],
      repeated_sender: { sender_domain: 'lookalike.example', mail_count: 2 },
      is_mail_check_offered: true,
    },
  },
})
