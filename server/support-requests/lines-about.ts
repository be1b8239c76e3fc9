import type { Locale } from '../../contract/core/locale.ts'
import { asOneLine } from '../core/fold.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Session } from '../http/session.ts'

export const supportWords = readWords(import.meta.dirname, 'support.words.yaml')

/** The user who writes to support. */
export async function linesAbout(
  database: Database,
  {
    user,
  }: { readonly user: Pick<Session['user'], 'organization_id' | 'full_name' | 'email' | 'role'> },
  locale: Locale,
): Promise<string[]> {
  const words = wordsIn(supportWords, locale)
  const organization = await database
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', user.organization_id ?? '')
    .executeTakeFirst()
  return [
    ...words.from({ name: asOneLine(user.full_name), email: user.email }).split('\n'),
    `${words.role}${words.roles[user.role]}`,
    `${words.organization}${organization?.name ?? words.noOrganization}`,
  ]
}
