import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'

export const chooseAnswersEndpoint = defineEndpoint('POST /account/report-answers', {
  summary: 'Choose whether answers to the own reports also come by mail',
  access: 'signed-in',
  input: v.strictObject({
    answers_by_mail: field(v.boolean(), 'Whether they do; the dashboard shows them anyway.', true),
  }),
})
