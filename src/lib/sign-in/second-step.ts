import * as v from 'valibot'
import { factorMethods } from '../../../contract/sign-in/factor.ts'
import { signInWithCodeEndpoint } from '../../../contract/sign-in/sign-in-with-code.ts'
import {
  showPasskeyOptionsEndpoint,
  signInWithPasskeyEndpoint,
} from '../../../contract/sign-in/sign-in-with-passkey.ts'
import { secondFactorRequired } from '../../../contract/sign-in/sign-in-with-password.ts'
import { errorDetailsOf, HttpError } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { describeFailure, type FormProblem } from '../core/ui-state/form.ts'
import { enterSession } from './session.ts'
import { $secondStepWords } from './words/second-step.words.yaml'

/*
 * The second step of a sign-in, and the sign-in with a passkey alone. Loaded when it is needed.
 */

const params = v.object({
  challenge: v.string(),
  methods: v.fallback(v.array(v.picklist(factorMethods)), ['totp', 'recovery-code']),
})
export type SecondStep = v.InferOutput<typeof params>

/** @returns undefined for any other error */
export function readSecondStep(error: HttpError): SecondStep | undefined {
  const details = errorDetailsOf(error)
  if (details.code !== secondFactorRequired.code) return undefined
  const read = v.safeParse(params, details.params)
  return read.success ? read.output : undefined
}

/** Why a step failed; after an end the sign-in begins again. */
export interface FailedStep extends FormProblem {
  readonly isEnd: boolean
}

/** @returns undefined on success */
export function submitCode(
  { challenge }: SecondStep,
  code: string,
): Promise<FailedStep | undefined> {
  return attempt(async () => {
    await enterSession(await call(signInWithCodeEndpoint, { challenge, code }))
  })
}

/** @param step without one the passkey signs in alone */
export function signInWithPasskey(step?: SecondStep): Promise<FailedStep | undefined> {
  return attempt(async () => {
    const given = step === undefined ? {} : { challenge: step.challenge }
    const { challenge, options } = await call(showPasskeyOptionsEndpoint, given)
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const credential = await startAuthentication({ optionsJSON: options })
    await enterSession(await call(signInWithPasskeyEndpoint, { challenge, credential }))
  })
}

async function attempt(task: () => Promise<void>): Promise<FailedStep | undefined> {
  try {
    await task()
    return undefined
  } catch (error) {
    const words = $secondStepWords.get()
    // The browser says only that the user or the device declined.
    const fallback =
      error instanceof DOMException || isOfBrowser(error) ? words.declined : words.failed
    const { text } = await describeFailure(error, { fallback })
    const isEnd = error instanceof HttpError && errorDetailsOf(error).code === 'challenge_ended'
    return { text, error, isEnd }
  }
}

function isOfBrowser(error: unknown): boolean {
  return error instanceof Error && ['WebAuthnError', 'NotAllowedError'].includes(error.name)
}
