import type { OutputOf } from '../../../contract/core/endpoint.ts'
import {
  findCredentialServerEndpoint,
  keepMailboxCredentialEndpoint,
  removeMailboxCredentialEndpoint,
  retryMailboxCredentialEndpoint,
  showMailboxCredentialEndpoint,
} from '../../../contract/mailboxes/mailbox-credential.ts'
import { serverIn } from '../account/mailbox.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $organizationMailboxesWords } from './words/organization-mailboxes.words.yaml'

export type OrganizationMailboxes = OutputOf<typeof showMailboxCredentialEndpoint>
export type FailingMailbox = NonNullable<OrganizationMailboxes['failing']>[number]
export type CredentialServer = OutputOf<typeof findCredentialServerEndpoint> & {
  readonly address: string
}

const notices = noticesAbout('mailbox-credential')

/** The credential for all mailboxes of the own organization, and how they stand. */
export const organizationMailboxes = createResource(() => call(showMailboxCredentialEndpoint))

/** @param onFound gets the server of the address in the form */
export async function findCredentialServer(
  form: FormData,
  onFound: (found: CredentialServer) => void,
): Promise<Submitted> {
  const { findFailed: prefix } = $organizationMailboxesWords.get()
  const address = textOf(form, 'address')
  notices.drop()
  try {
    onFound({ ...(await call(findCredentialServerEndpoint, { address })), address })
  } catch (error) {
    return reportFailure(notices, error, { prefix }, form)
  }
  return { status: 'kept' }
}

/** Opens one mailbox with it; the others follow. */
export async function keepCredential(form: FormData): Promise<Submitted> {
  const { keepFailed: prefix, kept, missing } = $organizationMailboxesWords.get()
  notices.drop()
  const names = ['host', 'port', 'username', 'login', 'password'] as const
  const empty = names.filter((name) => textOf(form, name) === '')
  if (empty.length > 0) return rejectFields(notices, missing, empty)
  try {
    await call(keepMailboxCredentialEndpoint, {
      ...serverIn(form),
      login: textOf(form, 'login'),
      password: textOf(form, 'password'),
    })
  } catch (error) {
    return reportFailure(notices, error, { prefix }, form)
  }
  notices.success(kept)
  await organizationMailboxes.reload()
  return done
}

export async function retryCredential(): Promise<void> {
  const { retried, retryFailed: failed } = $organizationMailboxesWords.get()
  const send = () => call(retryMailboxCredentialEndpoint)
  await makeChange(notices, { done: retried, failed }, send, organizationMailboxes.reload)
}

/** Disconnects its mailboxes, after a question. */
export async function removeCredential(): Promise<void> {
  const words = $organizationMailboxesWords.get()
  if (!(await confirm({ text: words.removeQuestion, action: words.remove }))) return
  const send = () => call(removeMailboxCredentialEndpoint)
  const said = { done: words.removed, failed: words.removeFailed }
  await makeChange(notices, said, send, organizationMailboxes.reload)
}

/** Why a mailbox is not connected, in a sentence. */
export function reasonOf({ problem }: FailingMailbox): string {
  const words = $organizationMailboxesWords.get()
  return Object.hasOwn(words, problem) ? String(Reflect.get(words, problem)) : words.unreachable
}
