import type { Database } from '../database/tables/tables.ts'
import { judgeMail } from '../emails/judged-mail.ts'
import { riskOfMail } from '../emails/keep-mail.ts'
import type { Scan } from '../emails/scan.ts'
import { riskScore } from '../risk/risk-score.ts'
import { endOfWeek, weeksUntil } from '../risk/weeks.ts'

/** A little more than charts show. */
const weeks = 26

/** The weeks that housekeeping would have kept, had the demo run all the time. */
export async function seedWeeks(
  database: Database,
  now: Date,
  organizationId: string,
  scans: readonly Scan[],
): Promise<void> {
  const ended = weeksUntil(now, weeks + 1).slice(0, -1)
  const [first] = ended
  if (first === undefined) return
  const since = endOfWeek(first)
  const users = await database
    .selectFrom('users')
    .innerJoin('scan_totals', 'user_id', 'id')
    .select(['id', 'email', 'risk_sum'])
    .where('organization_id', '=', organizationId)
    .execute()
  const idOf = new Map(users.map(({ id, email }) => [email, id]))
  const judged = scans.flatMap((scan) => {
    const userId = idOf.get(scan.recipient)
    const isDangerous = scan.threat_level !== 'safe'
    if (userId === undefined || !isDangerous || new Date(scan.received_at ?? now) < since) return []
    return [{ scan, userId }]
  })
  const mails = await judgeMail({ database, trustablePublicMail: [] }, organizationId, judged, now)
  const mailsOf = Map.groupBy(mails, ({ userId }) => userId)
  const rows = users.flatMap(({ id, risk_sum }) =>
    ended.map((week) => {
      const end = endOfWeek(week)
      const sum = (mailsOf.get(id) ?? [])
        .filter(({ receivedAt }) => receivedAt >= end)
        .reduce((rest, mail) => rest - riskOfMail(mail), risk_sum)
      const score = riskScore(Math.max(0, sum), end)
      return {
        user_id: id,
        week,
        score,
        organization_id: organizationId,
        organization_score: score,
      }
    }),
  )
  await database.insertInto('weekly_scores').values(rows).execute()
}
