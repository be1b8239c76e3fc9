import * as v from 'valibot'
import { foreignLine } from '../../src/lib/contract/fields.ts'
import { supportRequestEndpoint } from '../../src/lib/contract/support-request.ts'
import type { Session } from '../accounts/sessions.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import type { Database } from '../database/tables.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import { queueMail } from '../mail/queue.ts'
import type { Parts } from '../parts.ts'
import { requireFewRequests } from './request-limit.ts'

/** POST /team/support-request (R195, R357): a mail to the support mailbox, which answers the person. */
export function supportRequest(parts: Parts): Binding {
  const { database, supportMailbox } = parts
  return bindPerson(parts, supportRequestEndpoint, async (input, caller) => {
    await database.transaction().execute(async (transaction) => {
      await requireFewRequests(parts, transaction, caller.person.id)
      const lines = [
        `Type:         ${input.request_type}`,
        `Priority:     ${input.priority}`,
        `About:        ${input.team_member_affected || 'nobody in particular'}`,
        ...(await linesAbout(transaction, caller)),
      ]
      await queueMail(transaction, parts, {
        to: supportMailbox,
        replyTo: caller.person.email,
        subject: `[${input.priority}] ${input.subject}`,
        text: `${lines.map(asOneLine).join('\n')}\n\n${input.description}\n`,
      })
      await recordAct(parts, transaction, actorOf(caller), {
        action: 'support-request',
        target: 'user',
        targetId: caller.person.id,
        detail: `${input.request_type}, ${input.priority}`,
      })
    })
    return {}
  })
}

/** A name that was stored before line breaks were refused writes no line of its own. */
function asOneLine(line: string): string {
  return v.parse(foreignLine, line)
}

async function linesAbout(database: Database, { person }: Session): Promise<string[]> {
  const organization = await database
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', person.organization_id ?? '')
    .executeTakeFirst()
  return [
    `From:         ${person.full_name} <${person.email}>`,
    `Role:         ${person.role}`,
    `Organization: ${organization?.name ?? 'none'}`,
  ]
}
