import { exportAuditEndpoint } from '../../contract/audit/export-audit.ts'
import { byteOrderMark, csvLine } from '../../contract/core/csv.ts'
import { limits } from '../../contract/core/limits.ts'
import type { ReadRows } from '../database/keyset.ts'
import type { Database } from '../database/tables/tables.ts'
import { requireUser } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { clientAddress } from '../http/forwarded.ts'
import { notKept } from '../http/json-answer.ts'
import { chunksOf, openList } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import { streamAnswer } from '../http/text-stream.ts'
import type { Entry } from './entries.ts'
import { nameEntries } from './entries.ts'
import { auditQuery } from './list-audit.ts'
import { actorOf, recordAct } from './record.ts'

const columns = [
  'at',
  'actor',
  'actor_id',
  'actor_role',
  'action',
  'target_type',
  'target',
  'target_id',
  'organization',
  'organization_id',
  'address',
  'detail',
]

/** POST /admin/audit/export: streamed, so that a long trail does not block other calls. */
export function exportAudit(services: Services) {
  const { database } = services
  return bindResponse(services, exportAuditEndpoint, async (read, context) => {
    const session = await requireUser(services, context, exportAuditEndpoint)
    const filter = await read()
    const query = auditQuery(database, filter)
    const list = await openList(database, exportAuditEndpoint, {}, query)
    const address = clientAddress(context, services.trustedProxies)
    await recordAct(services, database, actorOf({ ...session, address }), {
      action: 'audit-export',
      target: 'call',
      targetId: null,
    })
    return streamAnswer(services, auditFile(database, list.read), {
      ...notKept,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="aman-activity.csv"',
    })
  })
}

/** @param most the entries after which the file ends */
async function* auditFile(
  database: Database,
  read: ReadRows<Entry>,
  most: number = limits.exportedEntries,
) {
  yield byteOrderMark + csvLine(columns)
  let left = most
  for await (const entries of chunksOf(read)) {
    const named = await nameEntries(database, entries.slice(0, left))
    yield named.map((entry) => csvLine(cellsOf(entry))).join('')
    left -= named.length
    if (left === 0) return
  }
}

function cellsOf(entry: Awaited<ReturnType<typeof nameEntries>>[number]): string[] {
  const { at, actor_name, actor_id, actor_role, action, target_type, target_name, target_id } =
    entry
  const { organization_name, organization_id, address, detail } = entry
  return [
    ...[at, actor_name, actor_id, actor_role, action, target_type, target_name, target_id],
    ...[organization_name, organization_id, address, detail],
  ].map((cell) => cell ?? '')
}
