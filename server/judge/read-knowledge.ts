import { sql } from 'kysely'
import { isFreeMail } from '../../judge/lists/lists.ts'
import { domainOf, registeredDomain } from '../../judge/read/domain.ts'
import { isKept } from '../database/kept-mail.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Correspondents, Own } from './worker-knowledge.ts'

const mostPeople = 2000
/** Of which senders are read. */
const mostMails = 5000

export async function readOwn(database: Database, organizationId: string): Promise<Own> {
  const domains = await database
    .selectFrom('organization_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('approved_at', 'is not', null)
    .execute()
  const people = await database
    .selectFrom('users')
    .select(['full_name', 'email'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(sql.lit(mostPeople))
    .execute()
  return {
    domains: domains.map(({ domain }) => domain),
    people: people.map(({ full_name, email }) => ({ name: full_name, address: email })),
  }
}

/** @returns null while no safe mail is kept */
export async function readCorrespondents(
  database: Database,
  organizationId: string,
  now: Date,
): Promise<Correspondents | null> {
  const users = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(sql.lit(mostPeople))
    .execute()
  // By the users' own index: a join would read the mail of all organizations until it has enough of this one.
  const mails = database
    .selectFrom('scans')
    .select('sender_address')
    .where(
      isOneOf(
        database,
        'user_id',
        users.map(({ id }) => id),
      ),
    )
    .where('organization_id', '=', organizationId)
    .where('threat_level', '=', 'safe')
    .where('sender_address', '!=', '')
    .where(isKept(now))
    .limit(sql.lit(mostMails))
  const senders = await database
    .selectFrom(mails.as('mails'))
    .select('sender_address')
    .distinct()
    .execute()
  return correspondentsOf(senders.map(({ sender_address }) => sender_address))
}

export function correspondentsOf(senders: readonly string[]): Correspondents | null {
  if (senders.length === 0) return null
  const firms = new Set<string>()
  const addresses = new Set<string>()
  for (const sender of senders) {
    const address = sender.toLowerCase()
    const domain = registeredDomain(domainOf(address))
    if (domain === '' || isFreeMail(domain)) addresses.add(address)
    else firms.add(domain)
  }
  return { firms: [...firms], addresses: [...addresses] }
}
