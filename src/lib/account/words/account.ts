import { i18n } from '../../core/i18n/i18n.ts'

export const $accountMessages = i18n('account', {
  title: 'My account',
  subtitle: 'Your details, your password and where you are signed in',

  detailsTitle: 'Your details',
  detailsText: 'If something here is wrong, ask the administrator who manages your account.',
  full_name: 'Full name',
  username: 'Username',
  email: 'Email',
  phone: 'Phone',
  organization_name: 'Organization',
})
