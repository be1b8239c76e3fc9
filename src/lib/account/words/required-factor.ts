import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $requiredFactorMessages = i18n('requiredFactor', {
  title: 'Add a second factor',
  text: 'Your account needs one: a stolen password is then not enough to sign in as you. Have your phone or this device ready; it takes a minute.',
  unavailable:
    'No second factor can be added in this browser at this address. Ask your administrator.',
  due: params('You need a second factor from {date} on.'),
  add: 'Add one now',
})
