import { i18n } from '../../core/i18n/i18n.ts'

export const $organizationLanguageMessages = i18n('organizationLanguage', {
  label: 'Language',
  hint: 'For users who have not chosen one, and for mails to the organization',
})
