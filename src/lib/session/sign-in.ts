import { wordsOf } from '../api/errors.ts'
import { $signInMessages } from '../messages/sign-in.ts'
import { signIn } from './session.ts'

/** @returns the error message for the form (R054, R055); undefined on success */
export async function submitSignIn(form: FormData): Promise<string | undefined> {
  try {
    await signIn(textOf(form, 'username').trim(), textOf(form, 'password'))
    return undefined
  } catch (error) {
    return wordsOf(error, ['detail'], $signInMessages.get().failed)
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
