import * as v from 'valibot'
import {
  count,
  falseIfMissing,
  givenOrganization,
  object,
  part,
  rows,
  text,
  time,
} from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

/** The kinds of marks: a report of a mail, a trusted sender, a blocked one that is blocked no more, an answer to a report. */
export const markSources = ['report', 'green_flag', 'undone_block', 'answer'] as const
export type MarkSource = (typeof markSources)[number]

const versionCauses = ['update', 'restore'] as const
export type VersionCause = (typeof versionCauses)[number]

/** Marked because of what was learnt, or left alone because of it. */
const layerChanges = ['marked', 'cleared'] as const
export type LayerChange = (typeof layerChanges)[number]

/** So many versions are kept. */
export const versionsKept = 5
/** So many changed mails are listed. */
export const mostChangedMails = 50

export const learningIsOff = defineError(409, 'learning_is_off', {
  description: 'The server has no key of secrets, without which no organization learns',
  sentence: () => 'This server cannot learn: it has no key for secrets',
})

export const unknownVersion = defineError(404, 'unknown_version', {
  description: 'The version is not among those that are kept',
  sentence: () => 'There is no such version any more',
})

const learnsFromMail = 'Whether the judge also learns from ordinary mail, whose verdict was safe.'

const version = {
  number: field(v.fallback(v.number(), 0), 'The number of the version, from 1.', 4),
  cause: field(
    v.fallback(v.picklist(versionCauses), 'update'),
    'Whether it was learnt or restored.',
  ),
  made_at: field(text, 'When it was made.', '2025-03-01T09:00:00.000Z'),
  changed_at: field(
    text,
    'When it last learnt; a version learns for a day.',
    '2025-03-01T15:20:00.000Z',
  ),
  marks: field(count, 'The marks of which something is still kept.', 20),
  mails: field(count, 'The ordinary mails of which something is still kept.', 340),
}

/** Why the guards refused a version, in mails. */
export const refusal = {
  frozen_lost: field(count, 'Known attacks that it would no longer have marked.', 3),
  frozen: field(count, 'The known attacks that it was tried on.', 200),
  safe_marked: field(count, 'Of the last safe mails, those that it would have marked.', 9),
  safe_allowed: field(count, 'How many of them it may mark.', 2),
}

export const showLearningEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/learning',
  {
    summary: 'What the judge of an organization learnt',
    description: `From the marks of its users, and from ordinary mail where that is switched on. No text of a mail is kept for it. The last ${versionsKept} versions can be restored.`,
    access: 'view:admin',
    input: v.strictObject({ organization_id: givenOrganization }),
    output: object({
      is_available: field(falseIfMissing, 'False on a server without a key of secrets.', true),
      learns_from_mail: field(falseIfMissing, learnsFromMail, false),
      is_chosen: field(falseIfMissing, 'False until that was chosen.', false),
      version: field(count, 'The version in use; 0 for none.', 4),
      versions: rows('The versions that are kept, the newest first.', version),
      marks: part('The marks of the last 30 days.', {
        dangerous: field(count, 'Those that say dangerous.', 12),
        honest: field(count, 'Those that say honest.', 8),
        confirmed: field(
          count,
          'Those that count in full: a team lead confirmed them, or two users agree.',
          9,
        ),
        doubtful: field(count, 'Unconfirmed ones against the evidence, which count a tenth.', 1),
        waiting: field(count, 'Those that are not learnt yet.', 0),
        refused: field(count, 'Those that were set aside with a refused version.', 0),
      }),
      refused_at: field(time, 'When a version was last refused; null for never.'),
      refused: part('Why it was refused.', refusal),
      changed_mails: field(count, 'Kept mails that were judged otherwise than without it.', 2),
      changes: rows(`The newest of them, at most ${mostChangedMails}.`, {
        received_at: field(text, 'When the mail was received.', '2025-03-01T08:00:00.000Z'),
        sender_domain: field(text, 'The domain of the sender.', 'supplier.example'),
        change: field(
          v.fallback(v.picklist(layerChanges), 'marked'),
          '`marked` because of what was learnt, or `cleared`.',
          'cleared',
        ),
      }),
    }),
    errors: [unknownOrganization],
  },
)

export const setLearningEndpoint = defineEndpoint('POST /admin/organizations/learning', {
  summary: 'Choose whether the judge learns from ordinary mail',
  description:
    'Marks always teach. What was learnt from ordinary mail stays until it fades, within 30 days.',
  access: 'manage:organizations',
  input: v.strictObject({
    organization_id: givenOrganization,
    learns_from_mail: field(v.boolean(), learnsFromMail, true),
  }),
  errors: [unknownOrganization, learningIsOff],
})

export const restoreLearningEndpoint = defineEndpoint(
  'POST /admin/organizations/learning/restore',
  {
    summary: 'Restore a version of what the judge learnt',
    description: 'The restored version becomes a new one, so that this can be undone in turn.',
    access: 'manage:organizations',
    input: v.strictObject({
      organization_id: givenOrganization,
      version: field(v.pipe(v.number(), v.integer(), v.minValue(1)), version.number),
    }),
    errors: [unknownOrganization, unknownVersion],
  },
)

export const forgetLearningEndpoint = defineEndpoint('POST /admin/organizations/learning/forget', {
  summary: 'Forget all that the judge learnt',
  description: 'Deletes all versions, marks and vectors. It cannot be undone.',
  access: 'manage:organizations',
  input: v.strictObject({ organization_id: givenOrganization }),
  errors: [unknownOrganization],
})

export const exportLearningEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/learning/export',
  {
    summary: 'All that the judge of an organization learnt',
    description: 'The kept versions with their numbers, which cannot be turned back into text.',
    access: 'view:admin',
    input: v.strictObject({ organization_id: givenOrganization }),
    output: object({
      learns_from_mail: field(falseIfMissing, learnsFromMail, false),
      version: field(count, 'The version in use; 0 for none.', 4),
      versions: rows('The versions that are kept, the newest first.', {
        ...version,
        model: field(text, 'The shared model that it was tried with.', '50c7b792'),
        layer: field(text, 'The numbers, packed by brotli and in base64.', 'AAAA'),
      }),
      marks: rows('The marks of the last 30 days.', {
        made_at: field(text, 'When it was made.', '2025-03-01T09:00:00.000Z'),
        source: field(
          v.fallback(v.picklist(markSources), 'report'),
          'What the mark is: a report, a trusted sender, a block that was undone, or the answer to a report.',
        ),
        is_dangerous: field(falseIfMissing, 'Whether it says dangerous, or honest.', true),
        is_confirmed: field(falseIfMissing, 'Whether it counts in full.', true),
      }),
    }),
    errors: [unknownOrganization],
  },
)
