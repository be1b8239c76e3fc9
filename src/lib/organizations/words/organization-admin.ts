import { i18n } from '../../core/i18n/i18n.ts'

export const $organizationAdminMessages = i18n('organizationAdmin', {
  choice: 'Organization admin',
  hint: 'May invite and deactivate employees of the organization, and reset their second factors.',
})
