import { i18n } from '../../core/i18n/i18n.ts'

export const $senderMessages = i18n('sender', {
  lookAlike: 'Look-alike letters',
})
