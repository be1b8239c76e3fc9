import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $accountSessionsMessages = i18n('accountSessions', {
  title: 'Where you are signed in',
  text: 'If you do not recognize a session, end it and change your password.',
  loading: 'Loading your sessions...',
  failed: 'Failed to load your sessions',
  browserOn: params('{browser} on {system}'),
  unknownBrowser: 'Unknown browser',
  unknownAddress: 'Unknown address',
  current: 'This session',
  since: params('Signed in {time}'),
  used: params('Last seen {time}'),
  end: 'End',
  endOne: params('End the session of {name}, signed in {time}'),
  ending: 'Ending...',
  endOthers: 'End all other sessions',
  ended: 'The session has ended',
  othersEnded: 'All other sessions have ended',
  endFailed: 'The session was not ended: ',
  unknownError: 'Unknown error',
})
