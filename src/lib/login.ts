import { wordsOf } from './errors.ts'
import { $loginMessages } from './messages/login.ts'
import { signIn } from './session.ts'

/** @returns why it failed, in words for the form (R054, R055); undefined when it worked */
export async function submitLogin(form: FormData): Promise<string | undefined> {
  try {
    await signIn(textOf(form, 'username').trim(), textOf(form, 'password'))
    return undefined
  } catch (error) {
    return wordsOf(error, ['detail'], $loginMessages.get().failed)
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
