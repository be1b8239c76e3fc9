import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { type KeyScope, keyScopes } from '../../../contract/core/key-scope.ts'
import { parseTime } from '../../../contract/core/time.ts'
import { expireKeyEndpoint } from '../../../contract/gateways/expire-key.ts'
import { issueKeyEndpoint } from '../../../contract/gateways/issue-key.ts'
import { listKeysEndpoint } from '../../../contract/gateways/list-keys.ts'
import { revokeKeyEndpoint } from '../../../contract/gateways/revoke-key.ts'
import { HttpError } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { createResource, notKept } from '../core/api/resource.ts'
import { callConfirmed } from '../core/session/confirmation.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { pendingRows } from '../core/ui-state/pending-rows.ts'
import { isUnsupported } from './connect-support.ts'
import { $connectWords } from './words/connect.words.yaml'

export { type KeyScope, keyScopes }
export type GatewayKey = OutputOf<typeof listKeysEndpoint>['keys'][number]

/** The secrets of keys that were issued since the panel opened, by scope. */
type IssuedKeys = Readonly<Partial<Record<KeyScope, string>>>

const $organizationId = atom<string | undefined>()
const $issued = atom<IssuedKeys>({})
const revocations = pendingRows()
const notices = noticesAbout('gateway-keys')
/** Names the next key, so that a repeated request issues no second one. */
let requestId = newRequestId()

/** In memory only, until the panel closes. */
export const $issuedKeys: ReadableAtom<IssuedKeys> = $issued

/** The ids of keys that are being revoked. */
export const $revokedKeys = revocations.$pending

/** The organization whose mail is being connected. */
export const $connected: ReadableAtom<string | undefined> = $organizationId

function forget(): void {
  $organizationId.set(undefined)
  $issued.set({})
}
forgetWithSession(forget)

/** The keys of the connected organization; without `keys` the server has no such call. */
export const gatewayKeys = createResource(async () => {
  const organizationId = $organizationId.get()
  if (organizationId === undefined) return { organizationId, keys: [] }
  try {
    const { keys } = await call(listKeysEndpoint, { organization_id: organizationId })
    return { organizationId, keys }
  } catch (error) {
    if (isUnsupported(error)) return { organizationId, keys: undefined }
    throw error
  }
}, notKept)

/** @returns a function for when the panel closes, which forgets the issued keys */
export function connectOrganization(organizationId: string): () => void {
  $organizationId.set(organizationId)
  void gatewayKeys.reload()
  return () => {
    notices.drop()
    forget()
  }
}

function connected(): string {
  return $organizationId.get() ?? ''
}

/** Issues a key and keeps its secret for the panel. */
export async function issueKey(form: FormData): Promise<Submitted> {
  const connectWords = $connectWords.get()
  notices.drop()
  const organizationId = connected()
  const scope = keyScopes.find((known) => known === textOf(form, 'scope')) ?? 'report'
  try {
    const { key } = await callConfirmed(issueKeyEndpoint, {
      organization_id: organizationId,
      request_id: requestId,
      scope,
      note: textOf(form, 'note'),
      expires_at: startOf(textOf(form, 'expires_at')),
    })
    if (connected() === organizationId) $issued.set({ ...$issued.get(), [scope]: key })
  } catch (error) {
    // An answer that was lost is asked for again with the same id; what was refused is not.
    if (error instanceof HttpError && error.status < 500) requestId = newRequestId()
    const words = { prefix: connectWords.issueFailed, fallback: connectWords.unknownError }
    return reportFailure(notices, error, { ...words, order: ['detail'] }, form)
  }
  requestId = newRequestId()
  notices.success(connectWords.issued)
  await gatewayKeys.reload()
  return done
}

/** An empty date is a key that does not expire. */
export async function saveExpiry(form: FormData, { id }: GatewayKey): Promise<Submitted> {
  const connectWords = $connectWords.get()
  notices.drop()
  try {
    await callConfirmed(expireKeyEndpoint, {
      organization_id: connected(),
      id,
      expires_at: startOf(textOf(form, 'expires_at')),
    })
  } catch (error) {
    const words = { prefix: connectWords.expiryFailed, fallback: connectWords.unknownError }
    return reportFailure(notices, error, { ...words, order: ['detail'] }, form)
  }
  notices.success(connectWords.expirySaved)
  void gatewayKeys.reload()
  return done
}

/** Revokes a key after a question. */
export async function revokeKey(key: GatewayKey): Promise<void> {
  const words = $connectWords.get()
  if ($revokedKeys.get().has(key.id)) return
  notices.drop()
  const name = nameOfKey(key)
  const text = words.revokeQuestion({ name })
  if (!(await confirm({ text, action: words.revokeAction }))) return
  await revocations.run(key.id, () => sendRevocation(key))
}

async function sendRevocation({ id }: GatewayKey): Promise<void> {
  const { revokeDone: done, revokeFailed: failed, unknownError } = $connectWords.get()
  const input = { organization_id: connected(), id }
  const send = () => call(revokeKeyEndpoint, input)
  await makeChange(notices, { done, failed, unknownError }, send, gatewayKeys.reload)
}

/** The note of a key, or else what it is for. */
export function nameOfKey({ note, scope }: GatewayKey): string {
  return note || $connectWords.get()[scope]
}

/** The start of a local day, as a time; null for no date. */
function startOf(date: string): string | null {
  const start = new Date(`${date}T00:00`)
  return Number.isNaN(start.getTime()) ? null : start.toISOString()
}

/** The local day of a time, as a date field takes it. */
export function dayOf(time: string | null): string {
  const date = parseTime(time ?? '')
  if (date === undefined) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 10)
}

/** `randomUUID` is only there on encrypted pages. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
