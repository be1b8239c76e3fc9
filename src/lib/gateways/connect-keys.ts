import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  type GatewayScope,
  gatewayScopes,
  type KeyScope,
  keyScopes,
} from '../../../contract/core/key-scope.ts'
import { parseTime } from '../../../contract/core/time.ts'
import { errorDetailsOf, HttpError } from '../core/api/errors.ts'
import { createResource, notKept } from '../core/api/resource.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import {
  expireKeyOf,
  type GatewayKey,
  issueKeyOf,
  type KeyOwner,
  listKeysOf,
  revokeKeyOf,
} from './key-owner.ts'
import { $connectWords } from './words/connect.words.yaml'
import { $operatorKeysWords } from './words/operator-keys.words.yaml'

/** Whether a backend does not have a call, which is an addition to the contract. */
export function isUnsupported(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  // Also a 404: the organization is there no more.
  const isMissing = error.status === 404 && errorDetailsOf(error).code !== 'unknown_organization'
  return isMissing || error.status === 405 || error.status === 501
}

export {
  type GatewayKey,
  type GatewayScope,
  gatewayScopes,
  type KeyOwner,
  type KeyScope,
  keyScopes,
}

/** The secrets of keys that were issued since the panel opened, by scope. */
export type IssuedKeys = Readonly<Partial<Record<KeyScope, string>>>

const $owner = atom<KeyOwner | undefined>()
const $issued = atom<IssuedKeys>({})
const revocations = pendingRows()
const notices = noticesAbout('gateway-keys')
/** Names the next key of each scope, so that a repeated request issues no second one. */
const requestIds = new Map<KeyScope, string>()

/** In memory only, until the panel closes. */
export const $issuedKeys: ReadableAtom<IssuedKeys> = $issued

/** The ids of keys that are being revoked. */
export const $revokedKeys = revocations.$pending

/** The organization whose mail is being connected. */
export const $connected: ReadableAtom<string | undefined> = computed($owner, (owner) =>
  typeof owner === 'object' ? owner.organizationId : undefined,
)

function forget(): void {
  $owner.set(undefined)
  $issued.set({})
}
forgetWithSession(forget)

/** The keys of whose panel is open; without `keys` the server has no such call. */
export const gatewayKeys = createResource(async () => {
  const owner = $owner.get()
  if (owner === undefined) return { owner, keys: [] }
  try {
    const { keys } = await listKeysOf(owner)
    return { owner, keys }
  } catch (error) {
    if (isUnsupported(error)) return { owner, keys: undefined }
    throw error
  }
}, notKept)

/** @returns a function for when the panel closes, which forgets the issued keys */
export function openKeys(owner: KeyOwner): () => void {
  $owner.set(owner)
  void gatewayKeys.reload()
  return () => {
    notices.drop()
    forget()
  }
}

/** A form is only there while a panel is open. */
function opened(): KeyOwner {
  return $owner.get() ?? { organizationId: '' }
}

/** @returns null for all; undefined where some were to be chosen, and none was */
function chosenIn(form: FormData): readonly string[] | null | undefined {
  if (form.get('covers') !== 'chosen') return null
  const ids = form.getAll('organization_ids').filter((id) => typeof id === 'string' && id !== '')
  return ids.length === 0 ? undefined : ids.map(String)
}

/**
 * Issues the keys that are needed, or the one that was chosen, and keeps their secrets for the panel.
 * After a failure those before it stay, and the next attempt goes on with the others.
 */
export async function issueKeys(
  form: FormData,
  needed: readonly KeyScope[] = [],
): Promise<Submitted> {
  const connectWords = $connectWords.get()
  notices.drop()
  const owner = opened()
  const organizationIds = chosenIn(form)
  if (organizationIds === undefined) {
    const text = connectWords.issueFailed + $operatorKeysWords.get().missing
    return rejectFields(notices, text, ['organization_ids'])
  }
  const chosen = keyScopes.find((known) => known === textOf(form, 'scope'))
  const scopes = chosen === undefined ? needed : [chosen]
  const issued: Partial<Record<KeyScope, string>> = {}
  try {
    for (const scope of scopes) {
      issued[scope] = await issueOne(owner, scope, form, organizationIds)
    }
  } catch (error) {
    return reportFailure(notices, error, { prefix: connectWords.issueFailed }, form)
  } finally {
    if (opened() === owner) $issued.set({ ...$issued.get(), ...issued })
    if (Object.keys(issued).length > 0) await gatewayKeys.reload()
  }
  notices.success(connectWords.issued(scopes.length))
  return done
}

async function issueOne(
  owner: KeyOwner,
  scope: KeyScope,
  form: FormData,
  organizationIds: readonly string[] | null,
): Promise<string> {
  const request_id = requestIds.get(scope) ?? newRequestId()
  requestIds.set(scope, request_id)
  const given = {
    request_id,
    scope,
    note: textOf(form, 'note'),
    expires_at: startOf(textOf(form, 'expires_at')),
    networks: textOf(form, 'networks'),
  }
  try {
    const { key } = await issueKeyOf(owner, given, organizationIds)
    requestIds.delete(scope)
    return key
  } catch (error) {
    // An answer that was lost is asked for again with the same id; what was refused is not.
    if (error instanceof HttpError && error.status < 500) requestIds.delete(scope)
    throw error
  }
}

/** The keys in one text, a line for each. */
export function keysAsText(keys: IssuedKeys): string {
  const words = $connectWords.get()
  return keyScopes
    .filter((scope) => keys[scope] !== undefined)
    .map((scope) => `${words[scope]}: ${keys[scope]}`)
    .join('\n')
}

/** An empty date is a key that does not expire. */
export async function saveExpiry(form: FormData, { id }: GatewayKey): Promise<Submitted> {
  const connectWords = $connectWords.get()
  notices.drop()
  try {
    await expireKeyOf(opened(), id, startOf(textOf(form, 'expires_at')))
  } catch (error) {
    return reportFailure(notices, error, { prefix: connectWords.expiryFailed }, form)
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
  const { revokeDone: done, revokeFailed: failed } = $connectWords.get()
  const owner = opened()
  const send = () => revokeKeyOf(owner, id)
  await makeChange(notices, { done, failed }, send, gatewayKeys.reload)
}

/** The note of a key, or else what it is for. */
export function nameOfKey({ note, scope }: GatewayKey): string {
  return note || $connectWords.get()[scope]
}

/** The organizations that a key of the operator covers; none for one of an organization. */
export function coverOf(key: GatewayKey): string[] {
  const words = $operatorKeysWords.get()
  if (!('covers_all' in key)) return []
  if (key.covers_all === true) return [words.forAll]
  const named = (key.organizations ?? []).map(({ name }) => name)
  if (named.length === 0) return [words.forNone]
  const more = (key.organization_count ?? 0) - named.length
  const names = named.map((name) => words.forOne({ name }))
  return more > 0 ? [...names, words.more(more)] : names
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
