import {
  endAllOtherSessionsEndpoint,
  endOneSessionEndpoint,
  listSessionsEndpoint,
} from '../../../contract/account/own-sessions.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { $accountSessionsWords } from './words/account-sessions.words.yaml'

export type AccountSession = OutputOf<typeof listSessionsEndpoint>['sessions'][number]

const notices = noticesAbout('sessions')
const ends = pendingRows()
const all = 'all others'

/** The ids of sessions that are being ended. */
export const $endedSessions = ends.$pending

/** Where the user is signed in. */
export const accountSessions = createResource(
  async () => (await call(listSessionsEndpoint)).sessions,
)

/** Ends one session; asks for the password if that was long ago. */
export function endSession({ id }: AccountSession): Promise<void> {
  const { ended } = $accountSessionsWords.get()
  return end(id, ended, () => callConfirmed(endOneSessionEndpoint, { id }))
}

export function endOtherSessions(): Promise<void> {
  const { othersEnded } = $accountSessionsWords.get()
  return end(all, othersEnded, () => callConfirmed(endAllOtherSessionsEndpoint))
}

async function end(
  id: AccountSession['id'],
  success: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const { endFailed: failed } = $accountSessionsWords.get()
  const words = { done: success, failed }
  await ends.run(id, () => makeChange(notices, words, send, accountSessions.reload))
}

/** 'Firefox on Windows', as far as it is known; says that it is an extension's. */
export function nameOfSession({ scope, ...session }: AccountSession): string {
  const name = nameOfBrowser(session)
  return scope === 'extension' ? $accountSessionsWords.get().extensionIn({ name }) : name
}

function nameOfBrowser({ browser, system }: Pick<AccountSession, 'browser' | 'system'>): string {
  const { browserOn, unknownBrowser } = $accountSessionsWords.get()
  if (browser !== '' && system !== '') return browserOn({ browser, system })
  return browser || system || unknownBrowser
}
