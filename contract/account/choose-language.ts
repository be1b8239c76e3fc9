import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { givenLocale } from '../core/locale-field.ts'

export const chooseLanguageEndpoint = defineEndpoint('POST /account/language', {
  summary: 'Choose the language of mails, receipts and the first screen',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  input: v.strictObject({
    locale: field(givenLocale, 'The language; null for that of the organization.', 'ar'),
  }),
})
