import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $peopleToolsMessages = i18n('peopleTools', {
  tools: 'Several invitations at once',
  selected: plural({ one: '{count} selected', other: '{count} selected' }),
  selectAll: plural({ one: 'Select {count} person', other: 'Select all {count}' }),
  send: 'Send again',
  withdraw: 'Withdraw',
  withdrawQuestion: plural({
    one: 'Withdraw {count} invitation? The link ends; the account stays.',
    other: 'Withdraw {count} invitations? The links end; the accounts stay.',
  }),
  cancel: 'Cancel selection',
  sent: plural({ one: '{count} invitation was sent.', other: '{count} invitations were sent.' }),
  withdrawn: plural({
    one: '{count} invitation was withdrawn.',
    other: '{count} invitations were withdrawn.',
  }),
  failed: params('{done} of {total} are done. The others failed: '),
  unknownError: 'Unknown error',
})
