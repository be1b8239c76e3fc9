import { confirmEndpoint } from '../../../contract/account/confirm.ts'
import {
  confirmWithPasskeyEndpoint,
  passkeyToConfirmEndpoint,
} from '../../../contract/account/confirm-passkey.ts'
import { HttpError } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { done, rejectFields, reportFailure, type Submitted } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $confirmPasswordWords } from './words/confirm-password.words.yaml'

const notices = noticesAbout('confirm-password')

/** Proves with the password who uses the session; it is not trimmed. */
export async function confirmPassword(form: FormData): Promise<Submitted> {
  const confirmPasswordWords = $confirmPasswordWords.get()
  notices.drop()
  const typed = form.get('password')
  const password = typeof typed === 'string' ? typed : ''
  if (password === '') return rejectFields(notices, confirmPasswordWords.missing, ['password'])
  try {
    await call(confirmEndpoint, { password })
  } catch (error) {
    return reportFailure(notices, error, { prefix: confirmPasswordWords.failed }, form)
  }
  return done
}

/** Proves it with a passkey in place of the password. @returns whether it was proven */
export async function confirmWithPasskey(): Promise<boolean> {
  const confirmPasswordWords = $confirmPasswordWords.get()
  notices.drop()
  try {
    const { challenge, options } = await call(passkeyToConfirmEndpoint)
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const credential = await startAuthentication({ optionsJSON: options })
    await call(confirmWithPasskeyEndpoint, { challenge, credential })
    return true
  } catch (error) {
    // What is not an answer of the server comes from the browser: the user may have declined.
    const words = { prefix: error instanceof HttpError ? confirmPasswordWords.failed : '' } as const
    await reportFailure(notices, error, { ...words, fallback: confirmPasswordWords.declined })
    return false
  }
}
