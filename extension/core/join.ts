import { joinExtensionEndpoint } from '../../contract/sign-in/join-extension.ts'
import { signOutEndpoint } from '../../contract/sign-in/sign-out.ts'
import { askServer } from './ask-server.ts'
import { forgetMembership, type Membership, writeMembership } from './membership.ts'

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
