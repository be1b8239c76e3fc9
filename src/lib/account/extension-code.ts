import { atom, type ReadableAtom } from 'nanostores'
import { makeJoinCodeEndpoint } from '../../../contract/sign-in/join-extension.ts'
import { urlOf } from '../core/api/api-base.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { copyText } from '../core/ui-state/copy-text.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { accountSessions } from './account-sessions.ts'
import { $extensionCodeWords } from './words/extension-code.words.yaml'

export interface JoinCode {
  /** The address of the server, without `/api`. */
  readonly address: string
  readonly code: string
  readonly expiresAt: string
  /** Both in one, which the extension's field for the address takes. */
  readonly link: string
}

const notices = noticesAbout('extension-code')
const $state = atom<JoinCode | 'pending' | undefined>()
let ends: ReturnType<typeof setTimeout> | undefined

/** The code while it works. */
export const $joinCode: ReadableAtom<JoinCode | 'pending' | undefined> = $state

forgetWithSession(() => {
  clearTimeout(ends)
  $state.set(undefined)
})

/** As long as the server keeps it: the clock of this computer may be another one. */
const codeLifeMs = 5 * 60_000

export async function showCode(): Promise<void> {
  if ($state.get() === 'pending') return
  notices.drop()
  $state.set('pending')
  try {
    const { code, expires_at: expiresAt } = await callConfirmed(makeJoinCodeEndpoint)
    const { href } = new URL(urlOf(''), location.href)
    const address = href.replace(/\/api\/?$/, '')
    $state.set({ address, code, expiresAt, link: `${address}/#${code}` })
    clearTimeout(ends)
    ends = setTimeout(() => {
      $state.set(undefined)
      // The extension may have joined with it.
      void accountSessions.reload()
    }, codeLifeMs)
  } catch (error) {
    $state.set(undefined)
    await reportFailure(notices, error, { prefix: $extensionCodeWords.get().failed })
  }
}

export async function copyCode({ link }: JoinCode): Promise<void> {
  await copyText(link, notices, $extensionCodeWords.get())
}
