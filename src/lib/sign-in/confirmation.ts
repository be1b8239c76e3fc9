import { atom, type ReadableAtom } from 'nanostores'
import type { Endpoint, OutputOf } from '../../../contract/core/endpoint.ts'
import { errorDetailsOf, HttpError } from '../core/api/errors.ts'
import { type CallInput, call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'

/** The question for the password; `answer` closes it. */
interface Confirmation {
  readonly answer: (isConfirmed: boolean) => void
}

const $asked = atom<Confirmation | undefined>()

/** The open question for the password; drawn by `ConfirmPassword.tsx`. */
export const $confirmation: ReadableAtom<Confirmation | undefined> = $asked

forgetWithSession(() => {
  $asked.get()?.answer(false)
  $asked.set(undefined)
})

/**
 * Makes a call that may need the password again. It is then asked for, and the call repeated.
 * @throws like `call`; without a confirmation the server's answer to the first call
 */
export async function callConfirmed<E extends Endpoint>(
  endpoint: E,
  ...input: CallInput<E>
): Promise<OutputOf<E>> {
  try {
    return await call(endpoint, ...input)
  } catch (error) {
    if (!isForConfirmation(error) || !(await askForPassword())) throw error
    return call(endpoint, ...input)
  }
}

function isForConfirmation(error: unknown): boolean {
  return error instanceof HttpError && errorDetailsOf(error).code === 'confirmation_required'
}

function askForPassword(): Promise<boolean> {
  $asked.get()?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  $asked.set({
    answer(isConfirmed) {
      $asked.set(undefined)
      resolve(isConfirmed)
    },
  })
  return promise
}
