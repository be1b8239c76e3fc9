import { changeOwnPasswordEndpoint } from '../../../contract/account/change-own-password.ts'
import { call } from '../core/api/http.ts'
import { done, rejectFields, reportFailure, type Submitted } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $accountPasswordWords } from './words/account-password.words.yaml'

const notices = noticesAbout('password')

/** Changes the user's own password; passwords are not trimmed. */
export async function changePassword(form: FormData): Promise<Submitted> {
  const accountPasswordWords = $accountPasswordWords.get()
  notices.drop()
  const passwords = {
    current_password: passwordOf(form, 'current_password'),
    password: passwordOf(form, 'password'),
  }
  const missing = Object.entries(passwords).filter(([, typed]) => typed === '')
  if (missing.length > 0) {
    return rejectFields(
      notices,
      accountPasswordWords.missing,
      missing.map(([name]) => name),
    )
  }
  try {
    await call(changeOwnPasswordEndpoint, passwords)
  } catch (error) {
    return reportFailure(notices, error, { prefix: accountPasswordWords.failed }, form)
  }
  notices.success(accountPasswordWords.changed)
  return done
}

function passwordOf(form: FormData, name: string): string {
  const typed = form.get(name)
  return typeof typed === 'string' ? typed : ''
}
