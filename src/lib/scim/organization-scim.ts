import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import {
  addScimTokenEndpoint,
  removeScimTokenEndpoint,
  saveScimEndpoint,
  showScimEndpoint,
} from '../../../contract/scim/admin-scim.ts'
import { call } from '../core/api/http.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import {
  $signInOrganization,
  createOrganizationResource,
  openedOrganization,
} from '../sign-in/organization-sign-in.ts'
import { $organizationScimWords } from './words/organization-scim.words.yaml'

export type ScimToken = OutputOf<typeof showScimEndpoint>['tokens'][number]

const notices = noticesAbout('organization-scim')
const changes = pendingRows()
const $issued = atom<string | undefined>()
const invitations = 'invitations'

/** The token that was made since the panel opened, in memory only. */
export const $issuedToken: ReadableAtom<string | undefined> = $issued
$signInOrganization.listen(() => $issued.set(undefined))

/** The ids of tokens that are being revoked, and `invitations` while that setting is saved. */
export const $scimChanges = changes.$pending

export const organizationScim = createOrganizationResource((organization_id) =>
  call(showScimEndpoint, { organization_id }),
)

/** Makes a token and keeps its secret for the panel. */
export async function makeToken(form: FormData): Promise<Submitted> {
  const organizationScimWords = $organizationScimWords.get()
  notices.drop()
  const organization_id = openedOrganization()
  try {
    const { token } = await callConfirmed(addScimTokenEndpoint, {
      organization_id,
      note: textOf(form, 'note'),
    })
    if (openedOrganization() === organization_id) $issued.set(token)
  } catch (error) {
    return reportFailure(notices, error, { prefix: organizationScimWords.makeFailed }, form)
  }
  notices.success(organizationScimWords.made)
  await organizationScim.reload()
  return done
}

/** Revokes a token after a question. */
export async function revokeToken(token: ScimToken): Promise<void> {
  const words = $organizationScimWords.get()
  const text = words.revokeQuestion({ name: nameOfToken(token) })
  if (!(await confirm({ text, action: words.revoke }))) return
  const input = { organization_id: openedOrganization(), id: token.id }
  await change(token.id, words.revokeDone, () => callConfirmed(removeScimTokenEndpoint, input))
}

/** Whether new users get an invitation. */
export function setInvitations(sends_invitations: boolean): Promise<void> {
  const { inviteOn, inviteOff } = $organizationScimWords.get()
  const input = { organization_id: openedOrganization(), sends_invitations }
  return change(invitations, sends_invitations ? inviteOn : inviteOff, () =>
    callConfirmed(saveScimEndpoint, input),
  )
}

async function change(
  id: ScimToken['id'],
  done: string,
  send: () => Promise<unknown>,
): Promise<void> {
  await changes.run(id, () => makeChange(notices, { done }, send, organizationScim.reload))
}

export function nameOfToken({ note }: ScimToken): string {
  return note || $organizationScimWords.get().unnamed
}
