// Purpose: what users write to the support team.
// May import: core, database, http, audit, mail.
// Start reading: support-requests.ts.

import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { supportRequestEndpoint } from '../../contract/support-requests/support-request.ts'
import { actorOf, recordAct, requireFewRequests } from '../audit/audit.ts'
import { asOneLine } from '../core/fold.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import type { Session } from '../http/session.ts'
import { queueMail } from '../mail/mail.ts'

const supportWords = readWords(import.meta.dirname, 'support.words.yaml')

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

/** The support team reads English. */
const words = wordsIn(supportWords, baseLocale)

/** POST /team/support-request (R195, R357): sends a mail to the support mailbox; replies go to the user. */
export function supportRequest(services: Services) {
  const { supportMailbox } = services
  return bindChange(services, supportRequestEndpoint, async (input, caller, transaction) => {
    await requireFewRequests(services, transaction, caller.user.id)
    const lines = [
      `${words.type}${input.request_type}`,
      `${words.priority}${input.priority}`,
      `${words.about}${input.team_member_affected || words.aboutNoOne}`,
      ...(await linesAbout(transaction, caller, baseLocale)),
    ]
    await queueMail(transaction, services, {
      to: supportMailbox,
      replyTo: caller.user.email,
      subject: `[${input.priority}] ${input.subject}`,
      text: `${lines.map(asOneLine).join('\n')}\n\n${input.description}\n`,
    })
    await recordAct(services, transaction, actorOf(caller), {
      action: 'support-request',
      target: 'user',
      targetId: caller.user.id,
      detail: `${input.request_type}, ${input.priority}`,
    })
    return {}
  })
}
