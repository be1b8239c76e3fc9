import type { Endpoint, InputOf, OutputOf } from '../../contract/core/endpoint.ts'
import type { Locale } from '../../contract/core/locale.ts'
import { askServer, ServerError } from '../core/ask-server.ts'
import { type Membership, readMembership, writeMembership } from '../core/membership.ts'
import { localeOf, readSettings } from '../core/settings.ts'

/**
 * Makes a call of the joined account.
 * @returns undefined for an extension on its own
 * @throws ServerError; one whose session has ended is noted, and asks no more
 */
export function askAccount<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  timeoutMs?: number,
): Promise<OutputOf<E> | undefined> {
  const time = timeoutMs === undefined ? {} : { timeoutMs }
  return withAccount((account) => askServer({ ...account, ...time }, endpoint, input))
}

interface Account extends Pick<Membership, 'server' | 'token'> {
  readonly locale: Locale
}

export async function withAccount<Result>(
  ask: (account: Account) => Promise<Result>,
): Promise<Result | undefined> {
  const membership = await readMembership()
  if (membership === undefined) return undefined
  if (membership.isEnded) throw new ServerError('ended')
  const { server, token } = membership
  try {
    return await ask({ server, token, locale: localeOf(await readSettings()) })
  } catch (error) {
    const isSame = (await readMembership())?.token === token
    if (error instanceof ServerError && error.failure === 'ended' && isSame) {
      await writeMembership({ ...membership, isEnded: true })
    }
    throw error
  }
}
