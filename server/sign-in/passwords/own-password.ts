import { readCounter, setCounter } from '../../database/counters.ts'
import type { Database, Users } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'

/** Marks a database that this rule applies to without a setting. */
const counter = 'own-passwords'

interface RestrictedSession {
  readonly user: Pick<Users, 'must_change_password'>
  readonly isSingleSignOn: boolean
}

/**
 * Whether the user may do nothing until they have replaced a password that another person set. In a
 * session that began by single sign-on the password has proven nothing.
 */
export function mustSetOwnPassword(
  { asksForOwnPassword }: Pick<Services, 'asksForOwnPassword'>,
  { user, isSingleSignOn }: RestrictedSession,
): boolean {
  return asksForOwnPassword && user.must_change_password === 1 && !isSingleSignOn
}

/** @param setting OWN_PASSWORDS; null for on where the database was created with this rule */
export async function readOwnPasswordRule(
  database: Database,
  setting: boolean | null,
): Promise<boolean> {
  return setting ?? (await readCounter(database, counter)) === 1
}

/** Called when a server fills an empty database, so that existing installations stay as they are. */
export async function beginOwnPasswordRule(database: Database): Promise<void> {
  await setCounter(database, counter, 1)
}
