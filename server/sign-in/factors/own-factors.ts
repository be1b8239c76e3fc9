import {
  factorRequired,
  listFactorsEndpoint,
  removeFactorEndpoint,
  replaceRecoveryCodesEndpoint,
  unknownFactor,
} from '../../../contract/sign-in/own-factors.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindUser, type Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { queueNotice } from '../../mail/mail.ts'
import { createPasswordProof } from '../passwords/prove-password.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  lockFactors,
  renewCodes,
} from './change-factors.ts'
import { dutyOf, readFactors } from './factors.ts'

/** GET /account/factors. */
export function listFactors(services: Services) {
  const { database } = services
  return bindUser(services, listFactorsEndpoint, async (_input, { user }) => ({
    factors: await readFactors(database, user.id),
    recovery_codes_left: await countRecoveryCodes(database, user.id),
  }))
}

/** POST /account/factors/recovery-codes. */
export function replaceRecoveryCodes(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, replaceRecoveryCodesEndpoint, async (input, caller) => {
    await provePassword(caller, input.current_password, 'current_password')
    const recovery_codes = await services.database
      .transaction()
      .execute((transaction) => renewCodes(services, transaction, caller))
    return { recovery_codes }
  })
}

/** POST /account/factors/{id}/remove. */
export function removeFactor(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, removeFactorEndpoint, async ({ id, current_password }, caller) => {
    await provePassword(caller, current_password, 'current_password')
    await services.database
      .transaction()
      .execute((transaction) => remove(services, transaction, caller, id))
    return {}
  })
}

/** The recovery codes end with the last factor. */
async function remove(
  services: Services,
  transaction: Database,
  caller: Caller,
  id: string,
): Promise<void> {
  const factors = await lockFactors(transaction, caller.user.id)
  const removed = factors.find((factor) => factor.id === id)
  if (removed === undefined) throw new HttpError(unknownFactor, {})
  if (factors.length === 1 && dutyOf(services, caller).kind === 'now') {
    throw new HttpError(factorRequired, {})
  }
  await transaction.deleteFrom('second_factors').where('id', '=', id).execute()
  if (factors.length === 1) await deleteRecoveryCodes(transaction, caller.user.id)
  await recordAct(services, transaction, actorOf(caller), {
    action: 'factor-remove',
    target: 'user',
    targetId: caller.user.id,
    detail: removed.kind,
  })
  const { name } = removed
  await queueNotice(services, transaction, caller.user, { kind: 'factor-removed', name })
}
