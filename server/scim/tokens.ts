import { isoAfter, minuteMs } from '../core/clock.ts'
import { hashSecret, newSecret } from '../core/secrets.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import { newId } from '../database/id.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services as AllServices } from '../http/services.ts'

type Services = Pick<AllServices, 'database' | 'clock'>

function validTokens(database: Database) {
  return database
    .selectFrom('scim_tokens')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['scim_tokens.id', 'organization_id', 'last_used_at', 'suspended_at'])
    .where('revoked_at', 'is', null)
}

/** @returns undefined for an unknown or revoked token */
export function findScimToken(database: Database, token: string) {
  return validTokens(database).where('token_hash', '=', hashSecret(token)).executeTakeFirst()
}

/** @returns undefined for a token that was revoked */
export function rereadScimToken(database: Database, id: string) {
  return validTokens(database).where('scim_tokens.id', '=', id).executeTakeFirst()
}

/** Writes at most once a minute, so that most calls need no second write. */
export async function noteUse(
  { database, clock }: Services,
  { id, last_used_at }: { readonly id: string; readonly last_used_at: string | null },
): Promise<void> {
  const now = clock()
  if (last_used_at !== null && Math.abs(now.getTime() - Date.parse(last_used_at)) < minuteMs) return
  await database
    .updateTable('scim_tokens')
    .set({ last_used_at: isoAfter(now, 0) })
    .where('id', '=', id)
    .execute()
    // If the database accepts no writes, a call that only reads still works.
    .catch((cause: unknown) => {
      if (!isUnavailable(cause)) throw cause
    })
}

/** @returns the row, and the token itself, which is not stored */
export async function issueScimToken(
  { database, clock }: Services,
  organizationId: string,
  note: string,
) {
  const token = `aman_scim_${newSecret()}`
  const shown = {
    id: newId(),
    note,
    created_at: clock().toISOString(),
    last_used_at: null,
    revoked_at: null,
  }
  await database
    .insertInto('scim_tokens')
    .values({ ...shown, organization_id: organizationId, token_hash: hashSecret(token) })
    .execute()
  return { ...shown, token }
}

/** The newest first; ids rise with time. */
export function listScimTokens(database: Database, organizationId: string) {
  return database
    .selectFrom('scim_tokens')
    .select(['id', 'note', 'created_at', 'last_used_at', 'revoked_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .execute()
}

/** @returns false if the organization has no such token or it is already revoked */
export async function revokeScimToken(
  { database, clock }: Services,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('scim_tokens')
    .set({ revoked_at: clock().toISOString() })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function sendsInvitations(
  database: Database,
  organizationId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('scim_settings')
    .select('sends_invitations')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.sends_invitations === 1
}
