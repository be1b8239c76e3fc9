import type { Database } from '../database/tables/tables.ts'

/** @returns undefined for an unknown organization */
export function readJudgeSettings(database: Database, organizationId: string) {
  return database
    .selectFrom('organizations')
    .select(['judge_mode as mode', 'judge_per_thousand as per_thousand'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
}
