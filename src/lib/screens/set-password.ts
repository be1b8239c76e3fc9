import type { OutputOf } from '../../../contract/endpoint.ts'
import { forgottenPasswordEndpoint } from '../../../contract/endpoints/forgotten-password.ts'
import {
  passwordLinkEndpoint,
  setPasswordEndpoint,
} from '../../../contract/endpoints/password-link.ts'
import { HttpError } from '../api/errors.ts'
import { call } from '../api/http.ts'
import { $setPasswordMessages } from '../messages/set-password.ts'
import type { Failure } from '../ui-state/error-words.ts'
import { describeFailure, textOf } from '../ui-state/form.ts'

export type OpenLink = OutputOf<typeof passwordLinkEndpoint> & { readonly secret: string }

/** What the page was opened with. */
export type PasswordLink =
  | { readonly status: 'none' }
  | { readonly status: 'invalid' }
  | { readonly status: 'unreadable'; readonly text: string }
  | { readonly status: 'open'; readonly link: OpenLink }

/** @param fragment of the address, which browsers send to no server */
export async function readPasswordLink(fragment: string): Promise<PasswordLink> {
  const secret = fragment.replace(/^#/, '')
  if (secret === '') return { status: 'none' }
  try {
    return { status: 'open', link: { ...(await call(passwordLinkEndpoint, { secret })), secret } }
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return { status: 'invalid' }
    const words = {
      order: ['detail'],
      fallback: $setPasswordMessages.get().unreadableTitle,
    } as const
    return { status: 'unreadable', text: (await describeFailure(error, words)).text }
  }
}

/** Who invites to what, as far as the link says it. */
export function invitationWords(
  { organization, invited_by: name }: OpenLink,
  messages: ReturnType<typeof $setPasswordMessages.get>,
): string {
  if (organization === '') return name === '' ? '' : messages.invitedBy({ name })
  return name === ''
    ? messages.invitedTo({ organization })
    : messages.invited({ name, organization })
}

/** The password is not trimmed. @returns what failed; undefined on success */
export async function setPassword(link: OpenLink, form: FormData): Promise<Failure | undefined> {
  const password = form.get('password')
  const given = typeof password === 'string' ? password : ''
  try {
    await call(setPasswordEndpoint, { secret: link.secret, password: given })
    return undefined
  } catch (error) {
    const words = { order: ['detail'], fallback: $setPasswordMessages.get().failed } as const
    return describeFailure(error, words, form)
  }
}

/** @returns what failed; undefined on success */
export async function requestPasswordLink(form: FormData): Promise<Failure | undefined> {
  try {
    await call(forgottenPasswordEndpoint, { login: textOf(form, 'login') })
    return undefined
  } catch (error) {
    const words = { order: ['detail'], fallback: $setPasswordMessages.get().sendFailed } as const
    return describeFailure(error, words, form)
  }
}
