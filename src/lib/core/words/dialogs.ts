import { i18n } from '../i18n/i18n.ts'

export const $dialogMessages = i18n('dialogs', {
  cancel: 'Cancel',
  close: 'Close',
  discardQuestion: 'Discard what you have changed here?',
  discard: 'Discard changes',
})
