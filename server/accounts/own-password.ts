import type { Services } from '../core/services.ts'
import { readCounter, setCounter } from '../database/counters.ts'
import type { Database, Users } from '../database/tables.ts'

/** Of a database that this rule applies to without a setting. */
const counter = 'own-passwords'

/** Whether the user may do nothing until they have replaced a password that another person set. */
export function mustSetOwnPassword(
  { asksForOwnPassword }: Pick<Services, 'asksForOwnPassword'>,
  { must_change_password }: Pick<Users, 'must_change_password'>,
): boolean {
  return asksForOwnPassword && must_change_password === 1
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
