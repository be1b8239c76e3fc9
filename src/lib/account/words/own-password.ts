import { i18n } from '../../core/i18n/i18n.ts'

export const $ownPasswordMessages = i18n('ownPassword', {
  title: 'Choose a password of your own',
  text: 'Your password was set by another person. Replace it to go on: only you will know the new one.',
})
