import { $signInMessages } from '../messages/sign-in.ts'
import type { Failure } from '../ui-state/error-words.ts'
import { describeFailure } from '../ui-state/form.ts'
import { signIn } from './session.ts'

/** @returns the error message for the form, and the fields to mark (R054, R055); undefined on success */
export async function submitSignIn(form: FormData): Promise<Failure | undefined> {
  try {
    await signIn(textOf(form, 'username').trim(), textOf(form, 'password'))
    return undefined
  } catch (error) {
    const words = { order: ['detail'], fallback: $signInMessages.get().failed } as const
    return describeFailure(error, words, form)
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
