import * as v from 'valibot'
import {
  count,
  countOrNull,
  falseIfMissing,
  id,
  object,
  rows,
  text,
  textOrNull,
} from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { threat } from '../emails/threat.ts'
import { riskBands } from './risk-band.ts'

const riskMail = object({
  id: field(id, 'The id of the row.', shown.message),
  received_at: field(text, 'When the mail was received.', shown.time),
  sender_domain: field(text, 'The domain of the sender.', 'lookalike.example'),
  threat_level: threat.entries.threat_level,
  is_delivered: field(falseIfMissing, 'Whether the mail reached the inbox.'),
  points_received: field(count, 'Points when the mail was received.', 20),
  points: field(
    count,
    'Points at this time. They halve every 30 days; the score is 100 · (1 − e^(−points/25)).',
    18.5,
  ),
})

const weeklyScore = object({
  week: field(text, 'The Monday with which the week begins, in UTC.', '2025-02-24'),
  score: field(countOrNull, 'The score at the end of the week; null if it is not known.', 12.4),
})

const sender = object({
  sender_domain: field(text, 'The domain of the sender.', 'lookalike.example'),
  mail_count: field(count, 'How many dangerous mails.', 2),
})

export const showRiskEndpoint = defineEndpoint('GET /risk', {
  summary: 'What makes up the risk score of the signed-in user',
  access: 'view:own',
  output: object({
    risk_score: field(count, 'From 0 to 100: below 30 is low, 70 and more is high.', 55.07),
    points: field(count, riskMail.entries.points, 20),
    mails: field(
      v.nullish(v.array(riskMail), []),
      'Dangerous mails of the last 30 days, those that count most first, at most 20.',
    ),
    other_mail: field(
      v.nullish(
        object({
          mail_count: field(count, 'How many dangerous mails.', 3),
          points: field(count, riskMail.entries.points, 1.5),
        }),
        {},
      ),
      'All other dangerous mail: older, deleted, or with fewer points.',
    ),
    weeks: field(
      v.nullish(v.array(weeklyScore), []),
      'The last twelve weeks, oldest first; the last one is not over and has the score now.',
    ),
    weeks_since: field(
      textOrNull,
      'The first week whose score is stored; null if there is none.',
      '2025-02-24',
    ),
    forecast: rows('The lower bands and when they are reached without new dangerous mail.', {
      band: field(v.picklist(riskBands), '`low` is below 30, `medium` below 70.'),
      days: field(
        count,
        'The first whole day, counted from now, on which the score is in the band.',
        35,
      ),
    }),
    repeated_sender: field(
      v.nullish(sender, null),
      'The domain that sent the most dangerous mails of the last 30 days, two at least, without a flag of the user; null if there is none. Never a public mail provider.',
    ),
    is_mail_check_offered: field(
      falseIfMissing,
      'Whether the user can check a mail (POST /mail-checks).',
    ),
  }),
})
