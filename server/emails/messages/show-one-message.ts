import { sql } from 'kysely'
import { limits } from '../../../contract/core/limits.ts'
import {
  type SenderHistory,
  showOneMessageEndpoint,
  unknownMessage,
} from '../../../contract/emails/show-one-message.ts'
import { HttpError } from '../../core/http-error.ts'
import { prepare } from '../../database/drivers/prepare.ts'
import { isAt, isKeptAt, placeColumns } from '../../database/kept-mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { messageColumns, showMessage } from './list-messages.ts'
import { readMoved } from './moved.ts'

/** GET /messages/{id}, an addition. One query finds another user's mail and none alike. */
export function showOneMessage(services: Services) {
  const { database, clock } = services
  return bindUser(services, showOneMessageEndpoint, async ({ id }, { user, locale }) => {
    const now = clock()
    const [row] = await readMessage(database, { id, userId: user.id, now: now.toISOString() })
    if (row === undefined) throw new HttpError(unknownMessage, {})
    const withFate = await readMoved(database, user.id)
    const found = await newestOfDomain(database, user.id, row.sender_domain, now)
    const address = row.sender_address
    return {
      message: withFate(showMessage(row, locale)),
      of_domain: historyOf(found, found),
      of_address:
        address === ''
          ? null
          : historyOf(
              found.filter(({ sender_address }) => sender_address === address),
              found,
            ),
    }
  })
}

/** Prepared, because to plan it for each partition takes longer than to run it (decision 0132). */
const readMessage = prepare((database, named: (name: 'id' | 'userId' | 'now') => string) =>
  database
    .selectFrom('scans')
    .select(messageColumns)
    .where('scans.id', '=', named('id'))
    .where('scans.user_id', '=', named('userId'))
    .where(isKeptAt(named('now'))),
)

type Found = Awaited<ReturnType<typeof newestOfDomain>>

/** Two steps for the same reason as in list-messages.ts: the domain is in the index. */
async function newestOfDomain(database: Database, userId: string, domain: string, now: Date) {
  const newest = await readNewest(database, { userId, domain, now: now.toISOString() })
  return database
    .selectFrom('scans')
    .select(['received_at', 'threat_level', 'sender_address'])
    .where(isAt(newest))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const readNewest = prepare((database, named: (name: 'userId' | 'domain' | 'now') => string) =>
  database
    .selectFrom('scans')
    .select(placeColumns)
    .where('scans.user_id', '=', named('userId'))
    .where('scans.sender_domain', '=', named('domain'))
    .where(isKeptAt(named('now')))
    .orderBy('scans.received_at', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(sql.lit(limits.senderHistory)),
)

/** @param all what was looked through; there is more if it is as much as is ever read */
function historyOf(found: Found, all: Found): SenderHistory {
  const countOf = (level: Found[number]['threat_level']) =>
    found.filter(({ threat_level }) => threat_level === level).length
  return {
    safe: countOf('safe'),
    suspicious: countOf('suspicious'),
    malicious: countOf('malicious'),
    first_at: found.at(-1)?.received_at ?? null,
    last_at: found[0]?.received_at ?? null,
    is_part: all.length === limits.senderHistory,
  }
}
