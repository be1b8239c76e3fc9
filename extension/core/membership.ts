import * as v from 'valibot'
import { joinExtensionEndpoint } from '../../contract/sign-in/join-extension.ts'
import { signOutEndpoint } from '../../contract/sign-in/sign-out.ts'
import { askServer } from './ask-server.ts'
import { browser } from './browser.ts'
import { readSettings } from './settings.ts'

/** The account that the extension has joined. */
const membership = v.object({
  /** As `https://aman.firm.example`, without `/api`. */
  server: v.pipe(v.string(), v.url()),
  token: v.pipe(v.string(), v.minLength(1)),
  name: v.string(),
  organization: v.string(),
  /** The server has said that the token is worth nothing any more. */
  isEnded: v.boolean(),
})
export type Membership = v.InferOutput<typeof membership>

const key = 'membership'

/** @returns undefined for an extension on its own, and for what another version wrote */
export async function readMembership(): Promise<Membership | undefined> {
  const read = v.safeParse(membership, (await browser.storage.local.get(key))[key])
  return read.success ? read.output : undefined
}

export async function writeMembership(joined: Membership): Promise<void> {
  await browser.storage.local.set({ [key]: joined })
}

/** Forgets the account, and what was to be sent to it or came from it. */
async function forgetMembership(): Promise<void> {
  await browser.storage.local.remove([key, 'reports', 'knowledge'])
}

/** The organization to which a policy has joined the browser, without a user (decision 0175). */
export interface PolicyMembership extends Pick<Membership, 'server' | 'token' | 'isEnded'> {
  /** Empty until the server has answered. */
  readonly organization: string
}

/** The last answer to a key. */
const answered = v.object({ token: v.string(), organization: v.string(), isEnded: v.boolean() })

const policyKey = 'policy'

/** @returns undefined without a policy that joins */
export async function readPolicyMembership(): Promise<PolicyMembership | undefined> {
  const { server: given, key: token } = await readSettings()
  const server = readAddress(given)?.server
  if (server === undefined || token === '') return undefined
  const read = v.safeParse(answered, (await browser.storage.local.get(policyKey))[policyKey])
  const last = read.success && read.output.token === token ? read.output : undefined
  return {
    ...{ server, token },
    organization: last?.organization ?? '',
    isEnded: last?.isEnded ?? false,
  }
}

export async function writePolicyMembership(given: v.InferOutput<typeof answered>): Promise<void> {
  const { token, organization, isEnded } = given
  await browser.storage.local.set({ [policyKey]: { token, organization, isEnded } })
}

/** An address as it is typed, with the code behind it where both were copied in one. */
export interface TypedAddress {
  readonly server: string
  readonly code: string
}

/** @returns undefined for what is no address of a server; http is for the own computer alone */
export function readAddress(typed: string): TypedAddress | undefined {
  const text = typed.trim()
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  if (url === null || url.username !== '' || !url.hostname.includes('.')) {
    if (url?.hostname !== 'localhost') return undefined
  }
  const isOwn = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) return undefined
  const path = url.pathname.replace(/\/(?:api\/?|app\/.*)?$/, '')
  return { server: `${url.origin}${path}`, code: url.hash.slice(1) }
}

/** @throws ServerError */
export async function join({ server, code }: TypedAddress): Promise<Membership> {
  const { access_token, full_name, organization_name } = await askServer(
    { server },
    joinExtensionEndpoint,
    { code },
  )
  const joined = {
    server,
    token: access_token,
    name: full_name,
    organization: organization_name,
    isEnded: false,
  }
  try {
    await writeMembership(joined)
  } catch (error) {
    // A token that is kept nowhere helps its user with nothing.
    await leave(joined)
    throw error
  }
  return joined
}

/** Ends the session, as far as the server can be reached: a user also ends it in My account. */
export async function leave({ server, token }: Membership): Promise<void> {
  await askServer({ server, token }, signOutEndpoint, undefined).catch(() => undefined)
  await forgetMembership()
}
