import { confirmEndpoint } from '../../../contract/account/confirm.ts'
import {
  confirmWithPasskeyEndpoint,
  passkeyToConfirmEndpoint,
} from '../../../contract/account/confirm-passkey.ts'
import { confirmAtProviderEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { HttpError } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import {
  describeFailure,
  done,
  type FormProblem,
  rejectFields,
  reportFailure,
  type Submitted,
} from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $confirmAtProviderWords } from './words/confirm-at-provider.words.yaml'
import { $confirmPasswordWords } from './words/confirm-password.words.yaml'

/** A window of the provider, or why there is none. */
export type ProviderWindow =
  | { readonly status: 'open' }
  /** The browser opens it for a link that the user follows. */
  | { readonly status: 'blocked'; readonly url: string }
  | ({ readonly status: 'failed' } & FormProblem)

/** Opens the provider in a window of its own, so that what was typed here stays. */
export async function openProviderWindow(): Promise<ProviderWindow> {
  // Before the call, because browsers allow it only for a click that has just happened.
  const opened = open('about:blank')
  try {
    const { url } = await call(confirmAtProviderEndpoint)
    if (opened === null) return { status: 'blocked', url }
    opened.location.href = url
    return { status: 'open' }
  } catch (error) {
    opened?.close()
    const fallback = $confirmAtProviderWords.get().failed
    const { text } = await describeFailure(error, { fallback })
    return { status: 'failed', text, error }
  }
}

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
