import type { PasswordHasher } from '../../../server/core/ports.ts'
import { createPasswordHasher } from '../../../server/sign-in/passwords/passwords.ts'

/**
 * Hashes as the server does, with the least cost that argon2 takes. At the usual cost the hashes of a
 * test are most of its time, and on a busy machine they wait in their queue until it refuses them.
 */
export function cheapPasswords(): PasswordHasher {
  return createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 })
}
