import type { Sealer } from '../core/sealer.ts'
import type { Mailboxes } from '../database/tables/tables.ts'

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
