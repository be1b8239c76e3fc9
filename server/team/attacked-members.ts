import type { AttackKind } from '../../contract/emails/attack-kind.ts'
import { byText } from '../core/fold.ts'
import type { Database } from '../database/tables/tables.ts'
import { reasonColumns } from '../emails/emails.ts'
import { byFrequency, kindOfAttack } from './attack-kinds.ts'
import { chunked } from './chunked.ts'
import { threatsOf } from './report-counts.ts'
import { readMembers } from './report-members.ts'

/** Bounds the work for an organization that is flooded. */
const mostJudged = 1000

/**
 * The members with dangerous mail since a moment, the hardest hit first, and what the mail was after.
 * Mail from before a member came to the organization does not count.
 */
export async function findAttacked(database: Database, organizationId: string, since: string) {
  const members = await readMembers(database, organizationId, undefined)
  const names = new Map(members.map(({ id, full_name }) => [id, full_name]))
  const hit: { id: string; full_name: string; threats: number }[] = []
  const kinds = new Map<AttackKind, number>()
  let judged = 0
  for await (const ids of chunked([...names.keys()])) {
    const threats = threatsOf(database, organizationId, ids)
      .where('threat_level', 'in', ['suspicious', 'malicious'])
      .where('received_at', '>=', since)
    const counts = await threats
      .select(({ fn }) => ['scans.user_id', fn.countAll().as('threats')])
      .groupBy('scans.user_id')
      .execute()
    for (const { user_id, threats: count } of counts) {
      hit.push({ id: user_id, full_name: names.get(user_id) ?? '', threats: Number(count) })
    }
    if (counts.length === 0 || judged === mostJudged) continue
    const mails = await threats
      .select(reasonColumns)
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostJudged - judged)
      .execute()
    judged += mails.length
    for (const kind of mails.map(kindOfAttack)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return {
    members: hit.toSorted((one, other) => other.threats - one.threats || byText(one.id, other.id)),
    kinds: Array.from(kinds, ([kind, count]) => ({ kind, count })).sort(byFrequency),
  }
}
