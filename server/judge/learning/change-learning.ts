import {
  forgetLearningEndpoint,
  learningIsOff,
  restoreLearningEndpoint,
  setLearningEndpoint,
  unknownVersion,
} from '../../../contract/judge/learning.ts'
import { unknownOrganization } from '../../../contract/receipts/generate-receipt.ts'
import { tableOf } from '../../../judge/learn/shift.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange, type Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { packTable, unpackLayer } from './packed.ts'
import { lockState, makeState } from './state.ts'
import { retireOldVersions } from './write-version.ts'

type Action = 'judge-learning' | 'judge-restore' | 'judge-forget'

/** POST /admin/organizations/learning. */
export function setLearning(services: Services) {
  return bindChange(services, setLearningEndpoint, async (input, caller, transaction) => {
    const { organization_id: id, learns_from_mail } = input
    if (learns_from_mail && services.sealer === null) throw new HttpError(learningIsOff, {})
    const { revision } = await requireState(transaction, id)
    await transaction
      .updateTable('learning')
      .set({
        learns_from_mail: learns_from_mail ? 1 : 0,
        chosen_at: services.clock().toISOString(),
        revision: revision + 1,
      })
      .where('organization_id', '=', id)
      .execute()
    await record(services, transaction, caller, 'judge-learning', id, String(learns_from_mail))
    return {}
  })
}

/** POST /admin/organizations/learning/restore. */
export function restoreLearning(services: Services) {
  return bindChange(services, restoreLearningEndpoint, async (input, caller, transaction) => {
    const { organization_id: id, version } = input
    const state = await requireState(transaction, id)
    const restored = await transaction
      .selectFrom('learnt_versions')
      .selectAll()
      .where('organization_id', '=', id)
      .where('number', '=', version)
      .executeTakeFirstOrThrow(() => new HttpError(unknownVersion, {}))
    // The same again changes nothing.
    if (version === state.version) return {}
    const at = services.clock().toISOString()
    const number = state.version + 1
    const judging = packTable(tableOf(unpackLayer(restored.layer)))
    await transaction
      .insertInto('learnt_versions')
      .values({ ...restored, judging, number, cause: 'restore', made_at: at, changed_at: at })
      .execute()
    await retireOldVersions(transaction, id, number)
    await transaction
      .updateTable('learning')
      .set({ version: number, revision: state.revision + 1, refused_at: null, refused: '' })
      .where('organization_id', '=', id)
      .execute()
    await record(services, transaction, caller, 'judge-restore', id, `version ${version}`)
    return {}
  })
}

/** POST /admin/organizations/learning/forget. */
export function forgetLearning(services: Services) {
  return bindChange(services, forgetLearningEndpoint, async (input, caller, transaction) => {
    const { organization_id: id } = input
    const { revision } = await requireState(transaction, id)
    for (const table of ['learnt_versions', 'pending_lessons', 'mail_lessons', 'marks'] as const) {
      await transaction.deleteFrom(table).where('organization_id', '=', id).execute()
    }
    await transaction
      .updateTable('learning')
      .set({ version: 0, revision: revision + 1, refused_at: null, refused: '' })
      .where('organization_id', '=', id)
      .execute()
    await record(services, transaction, caller, 'judge-forget', id)
    return {}
  })
}

/** @throws HttpError 404 */
async function requireState(transaction: Database, id: string) {
  await makeState(transaction, id)
  const state = await lockState(transaction, id)
  if (state === undefined) throw new HttpError(unknownOrganization, {})
  return state
}

function record(
  services: Services,
  transaction: Database,
  caller: Caller,
  action: Action,
  id: string,
  detail = '',
): Promise<void> {
  const target = { target: 'organization', targetId: id } as const
  return recordAct(services, transaction, actorOf(caller), { action, ...target, detail })
}
