import { atom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { showSignInSettingsEndpoint } from '../../../contract/sign-in/sign-in-settings.ts'
import {
  linkByHandEndpoint,
  showIdentityEndpoint,
  unlinkIdentityEndpoint,
} from '../../../contract/sign-in/user-identity.ts'
import { call } from '../core/api/http.ts'
import { createResource, notKept } from '../core/api/resource.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import type { User } from './users.ts'
import { $userLinkWords } from './words/user-link.words.yaml'

export type UserLink = NonNullable<OutputOf<typeof showIdentityEndpoint>['link']>
export type UnlinkedIdentity = NonNullable<
  OutputOf<typeof showSignInSettingsEndpoint>['unlinked_identities']
>[number]

/** The user's identity at the provider; without one, those that could be it. */
type LinkState =
  | { readonly kind: 'no-provider' }
  | { readonly kind: 'linked'; readonly link: UserLink }
  | { readonly kind: 'unlinked'; readonly unlinked: readonly UnlinkedIdentity[] }

const $user = atom<User | undefined>()
forgetWithSession(() => $user.set(undefined))
const notices = noticesAbout('user-link')

/** The link of the user whose form is open. */
export const userLink = createResource(async () => {
  const user = $user.get()
  return { user, state: user === undefined ? noProvider : await stateOf(user) }
}, notKept)

const noProvider: LinkState = { kind: 'no-provider' }

async function stateOf({ id, organization_id }: User): Promise<LinkState> {
  const { link } = await call(showIdentityEndpoint, { id: String(id) })
  if (link !== null && link !== undefined) return { kind: 'linked', link }
  if (organization_id === null || organization_id === undefined) return noProvider
  const settings = await call(showSignInSettingsEndpoint, {
    organization_id: String(organization_id),
  })
  if (settings.issuer === '') return noProvider
  return { kind: 'unlinked', unlinked: settings.unlinked_identities ?? [] }
}

/** @returns a function for when the form closes */
export function openUserLink(user: User): () => void {
  $user.set(user)
  void userLink.reload()
  return () => {
    $user.set(undefined)
    notices.drop()
  }
}

/** Links the user to an identity of the organization's provider. */
export async function linkByHand(form: FormData, user: User): Promise<Submitted> {
  const userLinkWords = $userLinkWords.get()
  notices.drop()
  const subject = textOf(form, 'subject')
  if (subject === '') return rejectFields(notices, userLinkWords.missing, ['subject'])
  try {
    await callConfirmed(linkByHandEndpoint, { id: String(user.id), subject })
  } catch (error) {
    return reportFailure(notices, error, { prefix: userLinkWords.linkFailed }, form)
  }
  notices.success(userLinkWords.linked({ name: nameOf(user) }))
  await userLink.reload()
  return done
}

/** Ends the link after a question. */
export async function unlink(user: User): Promise<void> {
  const userLinkWords = $userLinkWords.get()
  const name = nameOf(user)
  notices.drop()
  if (
    !(await confirm({ text: userLinkWords.unlinkQuestion({ name }), action: userLinkWords.unlink }))
  )
    return
  const { unlinkFailed: failed } = userLinkWords
  const words = { done: userLinkWords.unlinked({ name }), failed }
  const send = () => callConfirmed(unlinkIdentityEndpoint, { id: String(user.id) })
  await makeChange(notices, words, send, userLink.reload)
}

function nameOf({ full_name, username }: User): string {
  return full_name || username
}
