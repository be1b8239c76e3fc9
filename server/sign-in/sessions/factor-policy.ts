import { sql } from 'kysely'
import type { FactorPolicy } from '../../../contract/sign-in/factor-policy.ts'
import { dayMs, isoAfter } from '../../core/clock.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database, Tables } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'

/** The subject of the policy for super admins, which holds for them in place of their organization's. */
export const superAdmins = 'super_admins'

const graceMs = 14 * dayMs

/** The subject of the policy that a user falls under, in a query of users. */
export const subjectOfUser = sql<
  string | null
>`case when users.role = 'super_admin' then ${sql.lit(superAdmins)} else users.organization_id end`

type Policy = Tables['factor_policies']

/** @returns undefined where second factors are optional */
export function readFactorPolicy(database: Database, subject: string): Promise<Policy | undefined> {
  return database
    .selectFrom('factor_policies')
    .selectAll()
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function writeFactorPolicy(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  subject: string,
  policy: FactorPolicy,
): Promise<void> {
  await transaction.deleteFrom('factor_policies').where('subject', '=', subject).execute()
  if (policy === 'optional') return
  const set_at = clock().toISOString()
  await transaction.insertInto('factor_policies').values({ subject, policy, set_at }).execute()
}

/**
 * From when on a user needs a second factor: 14 days count from the day on which the policy was set or
 * the user was created, whichever is later.
 * @returns undefined for at once
 */
function dueAt(
  { policy, set_at }: Pick<Policy, 'policy' | 'set_at'>,
  { created_at }: Pick<Users, 'created_at'>,
): string | undefined {
  if (policy === 'required') return undefined
  const from = set_at > created_at ? set_at : created_at
  return isoAfter(new Date(from), graceMs)
}

/** The consequence of a policy for a user now. */
export type FactorDuty =
  | { readonly kind: 'none' }
  | { readonly kind: 'later'; readonly dueAt: string }
  | { readonly kind: 'now' }

export function factorDuty(
  policy: Pick<Policy, 'policy' | 'set_at'> | undefined,
  user: Pick<Users, 'created_at'>,
  now: Date,
): FactorDuty {
  if (policy === undefined) return { kind: 'none' }
  const due = dueAt(policy, user)
  return due !== undefined && due > now.toISOString()
    ? { kind: 'later', dueAt: due }
    : { kind: 'now' }
}
