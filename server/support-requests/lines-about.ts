import { storableLine } from '../../contract/core/basic.ts'
import type { Locale } from '../../contract/core/locale.ts'
import { wordsIn } from '../core/locale.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Session } from '../sign-in/sessions/sessions.ts'
import { supportWords } from './support-words.ts'

/** Names from before line breaks were rejected may contain some. */
export function asOneLine(line: string): string {
  return storableLine(line).trim()
}

/** The user who writes to support. */
export async function linesAbout(
  database: Database,
  { user }: Session,
  locale: Locale,
): Promise<string[]> {
  const words = wordsIn(supportWords, locale)
  const organization = await database
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', user.organization_id ?? '')
    .executeTakeFirst()
  return [
    ...words.from(user.full_name, user.email),
    `${words.role}${words.roles[user.role]}`,
    `${words.organization}${organization?.name ?? words.noOrganization}`,
  ]
}
