import { beginSingleSignOnEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { finishSingleSignOnEndpoint } from '../../../contract/sign-in/finish-single-sign-on.ts'
import {
  type SingleSignOnProblem,
  singleSignOnFragment,
  singleSignOnProblems,
} from '../../../contract/sign-in/single-sign-on-fields.ts'
import { call } from '../core/api/http.ts'
import { destinationForProvider } from '../core/navigation/destination.ts'
import { describeFailure, type FormProblem, type Submitted, textOf } from '../core/ui-state/form.ts'
import { tellConfirmation } from './provider-window.ts'
import { enterSession } from './session.ts'
import { $singleSignOnWords } from './words/single-sign-on.words.yaml'

/*
 * Single sign-on with the provider of an organization. Loaded when it is chosen.
 */

/** The result of a visit to the provider. */
export type ProviderResult =
  | { readonly status: 'signed-in' | 'confirmed' }
  | ({ readonly status: 'failed' } & FormProblem)

/**
 * Leaves for the provider of the organization that the typed email belongs to.
 * @param tell says what failed in the form
 */
export async function leaveForProvider(
  form: FormData,
  tell: (problem: FormProblem | undefined) => void,
): Promise<Submitted> {
  const singleSignOnWords = $singleSignOnWords.get()
  const login = textOf(form, 'login')
  tell(login === '' ? { text: singleSignOnWords.missing } : undefined)
  if (login === '') return { status: 'failed', focus: 'login' }
  try {
    const { url } = await call(beginSingleSignOnEndpoint, { login, ...destinationForProvider() })
    location.assign(url)
  } catch (error) {
    const words = { fallback: singleSignOnWords.failed }
    const { text, fields } = await describeFailure(error, words, form)
    tell({ text, error })
    return fields.length > 0 ? { status: 'invalid', fields } : { status: 'failed', focus: 'login' }
  }
  await untilBack()
  return { status: 'kept' }
}

/** Until then the page is about to be left, and its button stays pending. */
function untilBack(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
}

/** @param fragment that the browser came back with */
export async function completeProviderReturn(fragment: string): Promise<ProviderResult> {
  const returned = new URLSearchParams(fragment.slice(1))
  const code = returned.get(singleSignOnFragment.code)
  if (code !== null) return finish(code)
  const isConfirmed = returned.has(singleSignOnFragment.confirmed)
  tellConfirmation(isConfirmed)
  if (isConfirmed) return { status: 'confirmed' }
  const problem = returned.get(singleSignOnFragment.problem)
  const known = singleSignOnProblems.find((name) => name === problem) ?? 'failed'
  return { status: 'failed', text: $singleSignOnWords.get()[wordsOf[known]] }
}

const wordsOf = {
  ended: 'ended',
  refused: 'refused',
  unavailable: 'unavailable',
  failed: 'invalid',
  no_user: 'no_user',
} as const satisfies Record<SingleSignOnProblem, string>

async function finish(code: string): Promise<ProviderResult> {
  try {
    await enterSession(await call(finishSingleSignOnEndpoint, { code }))
    return { status: 'signed-in' }
  } catch (error) {
    const fallback = $singleSignOnWords.get().notFinished
    const { text } = await describeFailure(error, { fallback })
    return { status: 'failed', text, error }
  }
}
