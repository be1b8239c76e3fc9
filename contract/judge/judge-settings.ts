import * as v from 'valibot'
import { acknowledgement, count, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { honestMailsMarked, judgeModes } from './judge-mode.ts'

/** So many mails must have been judged before a share of false alarms means anything. */
export const fewestJudged = 500

/** GET /admin/organizations/{organization_id}/judge, an addition: what the judge does, and how well. */
export const showJudgeEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/judge',
  access: 'view:admin',
  input: v.strictObject({ organization_id: givenId }),
  output: object({
    mode: v.fallback(v.picklist(judgeModes), 'watch'),
    per_thousand: v.fallback(v.picklist(honestMailsMarked), 10),
    judged: count,
    marked: count,
    reported_dangerous: count,
    reported_honest: count,
    most_false_alarms: v.nullish(v.number(), null),
  }),
})

const organizationField = {
  organization_id: {
    description: 'The organization.',
    example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  },
}
const settingFields = {
  mode: '`off`: the judge is not asked. `watch`: what it would mark is counted and shown to no user. `mark`: what it marks is suspicious.',
  per_thousand: {
    description: `How many honest mails in 1,000 may be marked: ${honestMailsMarked.join(', ')}.`,
    example: 5,
  },
}

export const showJudgeCall = describeCall(showJudgeEndpoint, {
  summary: 'What the judge does for an organization, and how often it was right',
  description:
    'Counts are of all mail since the judge was first asked, also of mail that is deleted since. A mail that the judge marked and no user reported as dangerous counts as a possible false alarm.',
  tag: 'Administration',
  fields: [
    organizationField,
    settingFields,
    {
      judged: { description: 'Mails that the judge was asked about.', example: 512 },
      marked: { description: 'Those that it marked, or would have marked.', example: 7 },
      reported_dangerous: {
        description: 'Marked mails whose recipient last reported them as dangerous.',
        example: 5,
      },
      reported_honest: {
        description: 'Marked mails whose recipient last reported them as honest.',
        example: 0,
      },
      most_false_alarms: {
        description: `Below how many percent false alarms likely are (Clopper-Pearson, 95 %); null before ${fewestJudged} mails were judged.`,
        example: 1.4,
      },
    },
  ],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' },
    output: {
      mode: 'watch',
      per_thousand: 10,
      judged: 512,
      marked: 7,
      reported_dangerous: 5,
      reported_honest: 0,
      most_false_alarms: 1.4,
    },
  },
  errors: [unknownOrganization],
})

/** POST /admin/organizations/judge, an addition. */
export const setJudgeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/judge',
  access: 'manage:organizations',
  input: v.strictObject({
    organization_id: givenId,
    mode: v.picklist(judgeModes),
    per_thousand: v.picklist(honestMailsMarked),
  }),
  output: acknowledgement,
})

export const setJudgeCall = describeCall(setJudgeEndpoint, {
  summary: 'Switch the judge of an organization',
  tag: 'Administration',
  fields: [organizationField, settingFields],
  examples: {
    input: {
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      mode: 'mark',
      per_thousand: 5,
    },
    output: { success: true },
  },
  errors: [unknownOrganization],
})
