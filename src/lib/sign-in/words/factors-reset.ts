import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $factorsResetMessages = i18n('factorsReset', {
  has: plural({ one: '{count} second factor', other: '{count} second factors' }),
  reset: 'Reset second factors',
  resetting: 'Resetting...',
  question: params(
    'Reset the second factors of {name} ({email})? Make sure first who asks. The user is signed out everywhere, signs in with the password alone, and gets a mail about it.',
  ),
  label: params('Type {word} to confirm'),
  action: 'Reset',
  cancelled: params('Nothing was reset: {word} was not typed'),
  done: params('The second factors of {name} were reset'),
  failed: 'The second factors were not reset: ',
  unknownError: 'Unknown error',
})
