import { createPerson } from './accounts/people.ts'
import { isEmpty } from './database/is-empty.ts'
import { takeTurn } from './database/turn.ts'
import type { Parts } from './parts.ts'
import { newSecret } from './secrets.ts'

/**
 * Somebody has to be the first to sign in. The admin belongs to no organization: which ones there
 * are is theirs to say.
 * @returns the password, which is kept nowhere; undefined when there is somebody already
 */
export async function createFirstAdmin(
  parts: Pick<Parts, 'database' | 'clock' | 'passwords'>,
): Promise<string | undefined> {
  const password = newSecret()
  const password_hash = await parts.passwords.hash(password)
  return parts.database.transaction().execute(async (database) => {
    await takeTurn(database, 'first-data')
    if (!(await isEmpty(database))) return undefined
    await createPerson(
      { ...parts, database },
      {
        username: 'admin',
        email: 'admin@localhost',
        full_name: 'Administrator',
        role: 'super_admin',
        password_hash,
      },
    )
    return password
  })
}
