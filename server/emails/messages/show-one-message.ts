import { sql } from 'kysely'
import { limits } from '../../../contract/core/limits.ts'
import {
  type SenderHistory,
  showOneMessageEndpoint,
  unknownMessage,
} from '../../../contract/emails/show-one-message.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { isKept, messageColumns, showMessage } from './message.ts'

/** GET /messages/{id}, an addition (A703). One query finds another user's mail and none alike. */
export function showOneMessage(services: Services) {
  const { database, clock } = services
  return bindUser(services, showOneMessageEndpoint, async ({ id }, { user, locale }) => {
    const now = clock()
    const row = await database
      .selectFrom('scans')
      .select(messageColumns)
      .where('scans.id', '=', id)
      .where('scans.user_id', '=', user.id)
      .where(isKept(now))
      .executeTakeFirst()
    if (row === undefined) throw new HttpError(unknownMessage, {})
    const found = await newestOfDomain(database, user.id, row.sender_domain, now)
    const address = row.sender_address
    return {
      message: showMessage(row, locale),
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

type Found = Awaited<ReturnType<typeof newestOfDomain>>

/** Two steps for the same reason as in list.ts: the domain is in the index. */
function newestOfDomain(database: Database, userId: string, domain: string, now: Date) {
  const newest = sql<string>`(select scans.id from scans
    where scans.user_id = ${userId} and scans.sender_domain = ${domain} and ${isKept(now)}
    order by scans.received_at desc, scans.id desc limit ${sql.lit(limits.senderHistory)})`
  return database
    .selectFrom('scans')
    .select(['received_at', 'threat_level', 'sender_address'])
    .where(sql<boolean>`scans.id in ${newest}`)
    .orderBy('received_at', 'desc')
    .execute()
}

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
