import { HttpError } from '../core/api/errors.ts'
import { forgetWithUser } from '../core/storage/forget.ts'
import type { Failure } from '../core/ui-state/error-words.ts'
import { describeFailure } from '../core/ui-state/form.ts'
import type { SecondStep } from './second-step.ts'
import { signIn } from './session.ts'
import { $signInWords } from './words/sign-in.words.yaml'

interface FreshPassword {
  readonly username: string
  readonly password: string
}

let fresh: FreshPassword | undefined
forgetWithUser(() => {
  fresh = undefined
})

/** For the sign-in form that is about to open, after a link has set the password. */
export function keepFreshPassword(given: FreshPassword): void {
  fresh = given
}

/** It signs in once. */
export function takeFreshPassword(): FreshPassword | undefined {
  const taken = fresh
  fresh = undefined
  return taken
}

/**
 * @returns the error message for the form, and the fields to mark (R054, R055), or the second step that
 * is still missing; undefined on success
 */
export async function submitSignIn(form: FormData): Promise<Failure | SecondStep | undefined> {
  try {
    await signIn(textOf(form, 'username').trim(), textOf(form, 'password'))
    return undefined
  } catch (error) {
    const step = await secondStepOf(error)
    if (step !== undefined) return step
    const words = { fallback: $signInWords.get().failed }
    return describeFailure(error, words, form)
  }
}

/** Its reader is loaded with the first refused sign-in. */
async function secondStepOf(error: unknown): Promise<SecondStep | undefined> {
  if (!(error instanceof HttpError) || error.status !== 401) return undefined
  const module = await import('./second-step.ts').catch(() => undefined)
  return module?.readSecondStep(error)
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
