import type { InputOf, OutputOf } from '../../../contract/core/endpoint.ts'
import { limits } from '../../../contract/core/limits.ts'
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

export type OrganizationMailboxes = OutputOf<typeof showMailboxCredentialEndpoint> & {
  /** Why a provider refused the credential, in a sentence; empty for no reason. */
  readonly refusal: string
}
export type FailingMailbox = NonNullable<OrganizationMailboxes['failing']>[number]
export type CredentialServer = OutputOf<typeof findCredentialServerEndpoint> & {
  readonly address: string
}
export type CredentialKind = CredentialServer['kind']

const notices = noticesAbout('mailbox-credential')

/** The credential for all mailboxes of the own organization, and how they stand. */
export const organizationMailboxes = createResource(async (): Promise<OrganizationMailboxes> => {
  const shown = await call(showMailboxCredentialEndpoint)
  const code = shown.credential?.refusal ?? null
  // The words for errors are loaded only where there is one.
  const words = code === null ? undefined : await import('../core/ui-state/error-words.ts')
  return { ...shown, refusal: words?.sentenceOf(code ?? '') ?? '' }
})

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
  const empty = [...form.keys()].filter((name) => textOf(form, name) === '')
  if (empty.length > 0) return rejectFields(notices, missing, empty)
  try {
    await call(keepMailboxCredentialEndpoint, enteredIn(form))
  } catch (error) {
    return reportFailure(notices, error, { prefix }, form)
  }
  notices.success(kept)
  await organizationMailboxes.reload()
  return done
}

function enteredIn(form: FormData): InputOf<typeof keepMailboxCredentialEndpoint> {
  const text = (name: string) => textOf(form, name)
  const address = text('address')
  if (form.has('key_file')) return { address, key_file: text('key_file') }
  if (form.has('tenant')) {
    const [tenant, client_id, client_secret] = [
      text('tenant'),
      text('client_id'),
      text('client_secret'),
    ]
    return { address, tenant, client_id, client_secret }
  }
  return { ...serverIn(form), login: text('login'), password: text('password') }
}

/** @returns the text of a file that was chosen; undefined where it cannot be a key file */
export async function readKeyFile(files: readonly File[]): Promise<string | undefined> {
  const [file] = files
  if (file === undefined) return undefined
  notices.drop()
  if (file.size <= limits.keyFile) return file.text()
  notices.problem($organizationMailboxesWords.get().notAKeyFile)
  return undefined
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
