import type { Endpoint, InputOf, OutputOf } from '../../contract/core/endpoint.ts'
import { askServer, ServerError } from '../core/ask-server.ts'
import { readMembership, writeMembership } from '../core/membership.ts'
import { localeOf, readSettings } from '../core/settings.ts'

/**
 * Makes a call of the joined account.
 * @returns undefined for an extension on its own
 * @throws ServerError; one whose session has ended is noted, and asks no more
 */
export async function askAccount<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  timeoutMs?: number,
): Promise<OutputOf<E> | undefined> {
  const membership = await readMembership()
  if (membership === undefined) return undefined
  if (membership.isEnded) throw new ServerError('ended')
  const locale = localeOf(await readSettings())
  const { server, token } = membership
  try {
    return await askServer(
      { server, token, locale, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
      endpoint,
      input,
    )
  } catch (error) {
    const isSame = (await readMembership())?.token === token
    if (error instanceof ServerError && error.failure === 'ended' && isSame) {
      await writeMembership({ ...membership, isEnded: true })
    }
    throw error
  }
}
