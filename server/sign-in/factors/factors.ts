import type { Restriction } from '../../../contract/core/endpoint.ts'
import type { FactorKind } from '../../../contract/sign-in/factor.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../database/id.ts'
import type { SecondFactors } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import type { Session } from '../../http/session.ts'
import { mustSetOwnPassword } from '../passwords/passwords.ts'
import { type FactorDuty, factorDuty } from '../sessions/factor-policy.ts'

type NewFactor = Pick<SecondFactors, 'user_id' | 'kind' | 'name'> & Partial<SecondFactors>

export function readFactors(database: Database, userId: string): Promise<SecondFactors[]> {
  return database
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function readFactorKinds(
  database: Database,
  userId: string,
): Promise<ReadonlySet<FactorKind>> {
  const rows = await database
    .selectFrom('second_factors')
    .select('kind')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** @returns its id */
export async function insertFactor(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  factor: NewFactor,
): Promise<string> {
  const id = newId()
  await database
    .insertInto('second_factors')
    .values({
      last_used_at: null,
      sealed_secret: null,
      last_step: null,
      credential_id: null,
      public_key: null,
      signature_count: null,
      transports: '',
      ...factor,
      id,
      created_at: clock().toISOString(),
    })
    .execute()
  return id
}

type Needed = Pick<Services, 'asksForOwnPassword' | 'clock' | 'database'>

/**
 * The duty of a session's user before anything else: first a password of their own, so that no
 * other person adds a factor with the one that they were given, then a second factor.
 * @returns undefined if the session is open
 */
export async function restrictionOf(
  services: Needed,
  session: Session,
): Promise<Restriction | undefined> {
  if (mustSetOwnPassword(services, session)) return 'own-password'
  const { kind } = dutyOf(services, session)
  if (kind !== 'now' || (await hasFactor(services, session))) return undefined
  return 'factor'
}

/**
 * The policy's demand on the user of a session, who may have a factor already. After single sign-on
 * it asks nothing: the provider decides how its users prove who they are (decision 0055).
 */
export function dutyOf({ clock }: Pick<Services, 'clock'>, session: Session): FactorDuty {
  if (session.isSingleSignOn) return { kind: 'none' }
  return factorDuty(session.factorPolicy, session.user, clock())
}

/** The same for a user without a factor; nothing is asked of others. */
export async function openDutyOf(services: Needed, session: Session): Promise<FactorDuty> {
  const duty = dutyOf(services, session)
  if (duty.kind === 'none' || !(await hasFactor(services, session))) return duty
  return { kind: 'none' }
}

async function hasFactor({ database }: Needed, { user }: Session): Promise<boolean> {
  return (await readFactorKinds(database, user.id)).size > 0
}
