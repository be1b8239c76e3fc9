import { atom, type ReadableAtom } from 'nanostores'
import { askForErasureEndpoint, showOwnDataEndpoint } from '../../../contract/account/own-data.ts'
import { call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { saveTextFile } from '../files/save-file.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { $session } from '../sign-in/session.ts'
import { $accountDataWords } from './words/account-data.words.yaml'

const notices = noticesAbout('account-data')
const $running = atom<'download' | 'erasure' | undefined>()

/** The running request. */
export const $accountDataRunning: ReadableAtom<'download' | 'erasure' | undefined> = $running

forgetWithSession(() => $running.set(undefined))

/** Asks for everything that is kept about the user, and gives it to the browser as a file. */
export async function downloadData(): Promise<void> {
  const { downloadFailed } = $accountDataWords.get()
  await run('download', downloadFailed, async () => {
    const data = await callConfirmed(showOwnDataEndpoint)
    const session = $session.get()
    const name = session.status === 'signed-in' ? session.user.username : 'account'
    const file = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.json`
    saveTextFile(file, JSON.stringify(data, null, 2), 'application/json')
  })
}

/** Asks support and the team leads to remove the user, after a question. */
export async function askForErasure(): Promise<void> {
  const { erasureQuestion, erasureAction, erasureAsked, erasureFailed } = $accountDataWords.get()
  if (!(await confirm({ text: erasureQuestion, action: erasureAction }))) return
  await run('erasure', erasureFailed, async () => {
    await call(askForErasureEndpoint)
    notices.success(erasureAsked)
  })
}

async function run(
  what: 'download' | 'erasure',
  prefix: string,
  task: () => Promise<void>,
): Promise<void> {
  if ($running.get() !== undefined) return
  notices.drop()
  $running.set(what)
  try {
    await task()
  } catch (error) {
    await reportFailure(notices, error, { prefix })
  } finally {
    $running.set(undefined)
  }
}
