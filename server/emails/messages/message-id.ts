import { createHmac } from 'node:crypto'
import { keptSecret } from '../../database/kept-secret.ts'
import type { Place } from '../../database/tables/tables.ts'

interface Identified {
  readonly message_id?: string | undefined
}

export type HashMessageId = (mail: Identified) => string | null

/**
 * A Message-ID names the sender's server and often the sender, so only its HMAC is stored. An operator
 * who has the id of a mail can check whether it was reported, but cannot derive the id from the HMAC.
 */
export async function messageIdHasher(
  place: Place,
  mails: readonly Identified[],
): Promise<HashMessageId> {
  if (mails.every(({ message_id }) => message_id === undefined)) return () => null
  const hmac = await messageIdHmac(place)
  // A mail to several recipients has one id.
  const hashes = new Map<string, string>()
  return ({ message_id: id }) => {
    if (id === undefined) return null
    const hash = hashes.get(id) ?? hmac(id)
    hashes.set(id, hash)
    return hash
  }
}

export async function messageIdHmac(place: Place): Promise<(id: string) => string> {
  const secret = await keptSecret(place, 'message-ids')
  return (id) => createHmac('sha256', secret).update(id).digest('base64url')
}
