import { keepMount } from 'nanostores'
import { setPasswordEndpoint } from '../../../contract/account/set-password.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { forgottenPasswordEndpoint } from '../../../contract/sign-in/forgotten-password.ts'
import { showPasswordLinkEndpoint } from '../../../contract/sign-in/show-password-link.ts'
import { HttpError } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import type { Failure } from '../core/ui-state/error-words.ts'
import { describeFailure, type FormProblem, textOf } from '../core/ui-state/form.ts'
import { $setPasswordWords } from './words/set-password.words.yaml'

export type OpenLink = OutputOf<typeof showPasswordLinkEndpoint> & { readonly secret: string }

/** The link that opened the page. */
export type PasswordLink =
  | { readonly status: 'none' }
  | { readonly status: 'invalid' }
  | ({ readonly status: 'unreadable' } & FormProblem)
  | { readonly status: 'open'; readonly link: OpenLink }

/** @param fragment of the address, which browsers send to no server */
export async function readPasswordLink(fragment: string): Promise<PasswordLink> {
  const secret = fragment.replace(/^#/, '')
  if (secret === '') return { status: 'none' }
  try {
    return {
      status: 'open',
      link: { ...(await call(showPasswordLinkEndpoint, { secret })), secret },
    }
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return { status: 'invalid' }
    const words = {
      fallback: $setPasswordWords.get().unreadableTitle,
    } as const
    const { text } = await describeFailure(error, words)
    return { status: 'unreadable', text, error }
  }
}

/** The inviter and the organization, as far as the link names them. */
export function invitationWords(
  { organization, invited_by: name }: OpenLink,
  words: ReturnType<typeof $setPasswordWords.get>,
): string {
  if (organization === '') return name === '' ? '' : words.invitedBy({ name })
  return name === '' ? words.invitedTo({ organization }) : words.invited({ name, organization })
}

/** The password is not trimmed. @returns what failed; undefined on success */
export async function setPassword(link: OpenLink, form: FormData): Promise<Failure | undefined> {
  try {
    await call(setPasswordEndpoint, { secret: link.secret, password: givenPassword(form) })
    return undefined
  } catch (error) {
    const words = { fallback: $setPasswordWords.get().failed }
    return describeFailure(error, words, form)
  }
}

export function givenPassword(form: FormData): string {
  const password = form.get('password')
  return typeof password === 'string' ? password : ''
}

/**
 * Opens the address of the sign-in form in this document, which then signs in, unless another user is signed in here: a link
 * never takes the place of a session. The user's own sessions have ended with the old password.
 * @returns whether it is open
 */
export async function leadToSignIn(username: string, password: string): Promise<boolean> {
  const modules = await Promise.all([
    import('./session.ts'),
    import('../core/navigation/router.ts'),
    import('./sign-in.ts'),
  ]).catch(() => undefined)
  if (modules === undefined) return false
  const [{ $session, sessionKnown }, { $router, pathOf }, { keepFreshPassword }] = modules
  keepMount($session)
  await sessionKnown()
  if ($session.get().status === 'signed-in') return false
  keepFreshPassword({ username, password })
  $router.open(pathOf('login'), true)
  return true
}

/** @returns what failed; undefined on success */
export async function requestPasswordLink(form: FormData): Promise<Failure | undefined> {
  try {
    await call(forgottenPasswordEndpoint, { login: textOf(form, 'login') })
    return undefined
  } catch (error) {
    const words = { fallback: $setPasswordWords.get().sendFailed }
    return describeFailure(error, words, form)
  }
}
