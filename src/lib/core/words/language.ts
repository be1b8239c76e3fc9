import { params } from '@nanostores/i18n'
import { i18n } from '../i18n/i18n.ts'

export const $languageMessages = i18n('language', {
  title: 'Language',
  text: 'For your dashboard after sign-in, and for the mails that we send you. The default is the language of your organization.',
  label: 'Your language',
  standard: params('Default ({language})'),
  save: 'Save language',
  saving: 'Saving...',
  saved: 'Language saved',
  failed: 'The language could not be saved: ',
  unknownError: 'Unknown error',
  notLoaded: 'The language could not be loaded. Check your connection and try again.',
})
