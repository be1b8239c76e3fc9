import { i18n } from '../../core/i18n/i18n.ts'
import { productName } from '../../core/i18n/product.ts'

export const $accountDataMessages = i18n('accountData', {
  title: 'My data',
  text: `Everything that ${productName} keeps about you, as one file: your details, scans, flags, sessions and what was done with your account. Passwords and keys are not in it.`,
  download: 'Download my data',
  downloading: 'Collecting...',
  downloadFailed: 'Your data was not downloaded: ',
  erasure: 'Ask for erasure',
  asking: 'Asking...',
  erasureQuestion:
    'Ask for your account and all data about you to be erased?\n\nSupport and your team leads get a mail and answer you. Until then nothing changes.',
  erasureAction: 'Ask for erasure',
  erasureAsked: 'Your request was sent. You will get an answer by mail.',
  erasureFailed: 'Your request was not sent: ',
  unknownError: 'Unknown error',
})
