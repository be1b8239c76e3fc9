import { params } from '@nanostores/i18n'
import { i18n } from '../i18n/i18n.ts'
import { plural } from '../i18n/plural.ts'

export const $pickerMessages = i18n('picker', {
  found: plural({ one: '1 result', other: '{count} results' }),
  none: 'No results',
  failed: 'The list could not be loaded.',
  clear: params('Clear {label}'),
})
