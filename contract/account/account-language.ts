import * as v from 'valibot'
import { describeCall } from '../call.ts'
import { defineEndpoint } from '../endpoint.ts'
import { acknowledgement } from '../fields/basic.ts'
import { givenLocale } from '../fields/locale.ts'

/** POST /account/language, an addition (A862): the signed-in user chooses a language. */
export const accountLanguageEndpoint = defineEndpoint({
  method: 'POST',
  path: '/account/language',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  input: v.strictObject({ locale: givenLocale }),
  output: acknowledgement,
})

export const accountLanguageCall = describeCall(accountLanguageEndpoint, {
  summary: 'Choose the language of mails, receipts and the first screen',
  tag: 'Account',
  fields: [{ locale: 'The language; null for that of the organization.' }],
  examples: { input: { locale: 'ar' }, output: { success: true } },
})
