import { confirmEndpoint } from '../../../contract/endpoints/confirm.ts'
import { call } from '../api/http.ts'
import { $confirmPasswordMessages } from '../messages/confirm-password.ts'
import { done, rejectFields, reportFailure, type Submitted } from '../ui-state/form.ts'
import { noticesAbout } from '../ui-state/notices.ts'

const notices = noticesAbout('confirm-password')

/** Proves with the password who uses the session; it is not trimmed (A529). */
export async function confirmPassword(form: FormData): Promise<Submitted> {
  const messages = $confirmPasswordMessages.get()
  notices.drop()
  const typed = form.get('password')
  const password = typeof typed === 'string' ? typed : ''
  if (password === '') return rejectFields(notices, messages.missing, ['password'])
  try {
    await call(confirmEndpoint, { password })
  } catch (error) {
    const words = { prefix: messages.failed, fallback: messages.unknownError }
    return reportFailure(notices, error, { ...words, order: ['detail'] }, form)
  }
  return done
}
