import * as v from 'valibot'
import {
  count,
  countOrNull,
  givenOrganization,
  object,
  rows,
  text,
  textOrNull,
} from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { honestMailsMarked, judgeModes } from './judge-mode.ts'

/** So many mails must have been judged before a share of false alarms means anything. */
export const fewestJudged = 500

/** The days of the answer, with the current one: 13 weeks. */
export const judgedDays = 91

export const perThousand = field(
  v.fallback(v.picklist(honestMailsMarked), 10),
  `How many honest mails in 1,000 may be marked: ${honestMailsMarked.join(', ')}.`,
  10,
)

const mode = field(
  v.fallback(v.picklist(judgeModes), 'watch'),
  '`off`: the judge is not asked. `watch`: what it would mark is counted and shown to no user. `mark`: what it marks is suspicious.',
  'watch',
)

/** Not among the answers of servers from before it, which ask no admin. */
export const isJudgeChosen = field(
  v.nullish(v.boolean(), true),
  'False where the judge watches because this was never chosen, as in organizations from before there was a choice.',
  true,
)

/** The judge's answers about an organization's mail, and what became of that mail. */
export const judgeCounts = {
  judged: field(count, 'Mails that the judge was asked about.', 512),
  marked: field(count, 'Those that it marked, or would have marked.', 7),
  reported_dangerous: field(
    count,
    'Marked mails whose recipient last reported them as dangerous.',
    5,
  ),
  reported_honest: field(count, 'Marked mails whose recipient last reported them as honest.', 0),
}

export const showJudgeEndpoint = defineEndpoint('GET /admin/organizations/:organization_id/judge', {
  summary: 'What the judge does for an organization, and how often it was right',
  description:
    'Counts are of all mail since the judge was first asked, also of mail that is deleted since. A mail that the judge marked and no user reported as dangerous counts as a possible false alarm.',
  access: 'view:admin',
  input: v.strictObject({
    organization_id: givenOrganization,
  }),
  output: object({
    mode,
    per_thousand: perThousand,
    is_chosen: isJudgeChosen,
    ...judgeCounts,
    first_day: field(textOrNull, 'The first of the days.', '2024-12-01'),
    last_day: field(textOrNull, 'The current day in UTC.', '2025-03-01'),
    days: rows(
      `The last ${judgedDays} days on whose mail the judge was asked, in order; a report counts for the day of its mail.`,
      { day: field(text, 'The day of receipt.', '2025-03-01'), ...judgeCounts },
    ),
    most_false_alarms: field(
      countOrNull,
      `Below how many percent false alarms likely are (Clopper-Pearson, 95 %); null before ${fewestJudged} mails were judged.`,
      1.4,
    ),
  }),
  errors: [unknownOrganization],
})

export const setJudgeEndpoint = defineEndpoint('POST /admin/organizations/judge', {
  summary: 'Switch the judge of an organization',
  access: 'manage:organizations',
  input: v.strictObject({
    organization_id: givenOrganization,
    mode: field(v.picklist(judgeModes), mode, 'mark'),
    per_thousand: field(v.picklist(honestMailsMarked), perThousand, 5),
  }),
  errors: [unknownOrganization],
})
