import { registrationEnded } from '../../../contract/sign-in/own-factors.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database, FactorChallenges } from '../../database/tables/tables.ts'
import type { Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { findChallenge } from './challenges.ts'

type Registration = FactorChallenges & { readonly purpose: 'add-totp' | 'add-passkey' }

/** The challenge of a factor that is being added. @throws HttpError 422 */
export async function findRegistration(
  services: Services,
  database: Database,
  { tokenHash }: Caller,
  id: string,
  purpose: Registration['purpose'],
): Promise<FactorChallenges> {
  try {
    return await findChallenge(services, database, id, tokenHash, [purpose])
  } catch (cause) {
    // 401 would tell the client that the session has ended.
    if (cause instanceof HttpError) throw new HttpError(registrationEnded, {})
    throw cause
  }
}
