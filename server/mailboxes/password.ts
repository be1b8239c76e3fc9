import type { Sealer } from '../core/sealer.ts'
import type { MailboxCredentials, Mailboxes } from '../database/tables/mail.ts'

export function sealPassword(sealer: Sealer, id: string, password: string): string {
  return sealer.seal(password, placeOf(id))
}

export function openPassword(
  sealer: Sealer,
  { id, sealed_password }: Pick<Mailboxes, 'id' | 'sealed_password'>,
): string {
  return sealer.open(sealed_password, placeOf(id))
}

function placeOf(id: string): string {
  return `mailbox ${id}`
}

type Kept = Pick<MailboxCredentials, 'organization_id' | 'sealed_password'>

export function sealCredential(sealer: Sealer, organizationId: string, password: string): string {
  return sealer.seal(password, placeOfCredential(organizationId))
}

export function openCredential(sealer: Sealer, { organization_id, sealed_password }: Kept): string {
  return sealer.open(sealed_password, placeOfCredential(organization_id))
}

function placeOfCredential(organizationId: string): string {
  return `mailbox credential of ${organizationId}`
}
