import { LRUCache } from 'lru-cache'
import { atMost } from '../core/at-most.ts'
import type { Services } from '../http/services.ts'
import { isRefusal, saidNo } from './imap/mail-server-error.ts'
import { type Connection, type ImapServer, openImap } from './imap/open-imap.ts'
import { getToken, type OpenedCredential, type Token } from './servers/provider-tokens.ts'

/** Tokens by organization, the time when its credential was entered, and the mailbox at Google. */
export type Tokens = LRUCache<string, Promise<Token>>

export function createTokens(): Tokens {
  return new LRUCache(atMost(10_000))
}

/** Signs in to a mailbox with the credential of an organization. @throws MailServerError */
export async function openWithCredential(
  services: Pick<Services, 'clock' | 'mailServers' | 'outboundFetch'>,
  tokens: Tokens,
  credential: OpenedCredential,
  server: ImapServer,
): Promise<Connection> {
  const { organization_id, kept_at, kind, login, secret } = credential
  const { clock, mailServers } = services
  if (kind === 'proxy') return openImap(mailServers, server, { login, pass: secret })
  const key = [organization_id, kept_at, kind === 'google' ? server.username : ''].join(' ')
  const forget = (token: Promise<Token> | undefined) => {
    // Not one that was got meanwhile.
    if (token !== undefined && tokens.peek(key) === token) tokens.delete(key)
  }
  /** Those who need the same one at once wait for one answer. */
  const get = () => {
    const known = tokens.get(key)
    if (known !== undefined) return known
    const made = getToken(services, credential, server.username)
    tokens.set(key, made)
    made.catch(() => forget(made))
    return made
  }
  const open = async (token: Promise<Token>) =>
    openImap(mailServers, server, { accessToken: (await token).accessToken })
  const kept = tokens.get(key)
  const known = await kept?.catch(() => undefined)
  const isKept = known !== undefined && known.until > clock().getTime()
  if (!isKept) forget(kept)
  const token = get()
  try {
    return await open(token)
  } catch (cause) {
    if (!saidNo(cause)) throw cause
    forget(token)
    // A provider may have ended it early.
    if (!isKept || !isRefusal(cause)) throw cause
    return open(get())
  }
}
