import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $webhookMessagesMessages = i18n('webhookMessages', {
  title: 'Messages',
  show: 'Show',
  stateFailed: 'Given up',
  stateWaiting: 'Waiting',
  stateDelivered: 'Delivered in the last day',
  loadFailed: 'The messages could not be loaded',
  loading: 'Loading messages…',
  noneFailed: 'No message was given up',
  noneFailedHint:
    'A message is given up after 15 attempts in about three days, and can then be sent again.',
  noneWaiting: 'No message waits',
  noneDelivered: 'No message was delivered in the last day',
  of: params('{event}, {time}'),
  attempts: plural({ one: '{count} attempt', other: '{count} attempts' }),
  next: params('Next attempt {time}'),
  sendAgain: 'Send again',
  sendNow: 'Send now',
  sendAgainOne: params('Send again, message of {time}'),
  sendNowOne: params('Send now, message of {time}'),
  sendAll: plural({ one: 'Send {count} again', other: 'Send all {count} again' }),
  sendAllOne: params('{action}, to {name}'),
  sent: 'Sent again',
  remove: 'Delete',
  removeOne: params('Delete the message of {time}'),
  removeAllOne: params('Delete the messages to {name} that were given up'),
  removeQuestion: params(
    'Delete the messages to {name} that were given up? They are then never sent.',
  ),
  removed: 'Deleted',
  more: 'Show more',
  failed: 'This was not done: ',
  unknownError: 'Unknown error',
})
