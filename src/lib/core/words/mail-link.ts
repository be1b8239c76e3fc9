import { i18n } from '../i18n/i18n.ts'

export const $mailLinkMessages = i18n('mailLink', {
  fallback: 'Mail app did not open? Use this link',
})
