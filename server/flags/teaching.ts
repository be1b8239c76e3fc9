import { can } from '../../contract/core/permissions.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { markSender } from '../judge/judge.ts'

/** The judge learns this from a flag that a user sets or removes. Lists that are imported teach nothing. */
export function teachingOf(
  { user }: Caller,
  organizationId: string | null,
  source: 'green_flag' | 'undone_block',
) {
  const isConfirmed = can(user.role, 'view:team')
  return { organizationId, userId: user.id, source, isDangerous: false, isConfirmed } as const
}

interface Removed {
  readonly flag_type: 'green' | 'red'
  readonly value: string
}

/** A user who blocks a sender no more says that the block was wrong. */
export async function teachUndone(
  services: Services,
  transaction: Database,
  caller: Caller,
  organizationId: string | null,
  removed: readonly Removed[],
): Promise<void> {
  const said = teachingOf(caller, organizationId, 'undone_block')
  for (const { flag_type, value } of removed) {
    if (flag_type === 'red') await markSender(services, transaction, said, value)
  }
}
