import * as v from 'valibot'
import { acknowledgement } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { givenLocale } from '../core/locale-field.ts'

/** POST /account/language, an addition: the signed-in user chooses a language. */
export const chooseLanguageEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/language',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  input: v.strictObject({ locale: givenLocale }),
  output: acknowledgement,
})

export const chooseLanguageCall = describeCall(chooseLanguageEndpoint, {
  summary: 'Choose the language of mails, receipts and the first screen',
  tag: 'Account',
  fields: [{ locale: 'The language; null for that of the organization.' }],
  examples: { input: { locale: 'ar' }, output: { success: true } },
})
