import {
  foreignMailbox,
  mailboxesNotOffered,
  mailboxNeedsOrganization,
} from '../../contract/mailboxes/own-mailbox.ts'
import { HttpError } from '../core/http-error.ts'
import type { Sealer } from '../core/sealer.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Database } from '../database/tables/tables.ts'

type Owner = Pick<Users, 'id' | 'email' | 'organization_id'>

/** @throws HttpError 409 */
export function requireOffered(sealer: Sealer | null, { organization_id }: Owner): Sealer {
  if (sealer === null) throw new HttpError(mailboxesNotOffered, {})
  if (organization_id === null) throw new HttpError(mailboxNeedsOrganization, {})
  return sealer
}

export async function addressesOf(database: Database, { id, email }: Owner): Promise<string[]> {
  const aliases = await database
    .selectFrom('user_aliases')
    .select('address')
    .where('user_id', '=', id)
    .orderBy('address')
    .execute()
  return [email, ...aliases.map(({ address }) => address)]
}

/** @throws HttpError 422: what is found in a mailbox counts for its user, and is billed to the organization */
export async function requireOwnAddress(
  database: Database,
  owner: Owner,
  address: string,
): Promise<void> {
  if (!(await addressesOf(database, owner)).includes(address)) {
    throw new HttpError(foreignMailbox, { address })
  }
}
