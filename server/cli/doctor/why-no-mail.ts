import { domainOf, withoutTag } from '../../../contract/core/mail-address.ts'
import { commandLine } from '../../core/command-line.ts'
import { isKept } from '../../database/kept-mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import { readRefused } from '../../gateways/gateways.ts'
import { keysFor } from '../../http/cover.ts'
import { type Finding, leftOut, well, wrong } from './finding.ts'

/**
 * Why the mail of one address does not arrive, in the order in which it would: user, organization, key,
 * report, message.
 * @param address in canonical form
 */
export async function whyNoMail(
  database: Database,
  now: Date,
  address: string,
): Promise<readonly Finding[]> {
  const user = await findUser(database, [address, withoutTag(address) ?? address])
  if (user === undefined) return [await explainUnknown(database, address)]
  const { organization_id: organizationId } = user
  const found = [explainUser(user, address)]
  if (organizationId === null) {
    const mend = 'Move the user into an organization: only its gateway may report their mail.'
    return [...found, wrong(`${address} is in no organization`, mend)]
  }
  return [
    ...found,
    ...(await explainOrganization(database, now, organizationId)),
    await explainMessages(database, now, user.id),
  ]
}

async function findUser(database: Database, addresses: readonly string[]) {
  return database
    .selectFrom('users')
    .leftJoin('user_aliases', 'user_aliases.user_id', 'users.id')
    .select(['users.id', 'users.organization_id', 'users.email', 'users.is_active'])
    .where('users.removed_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('users.email', 'in', addresses), eb('user_aliases.address', 'in', addresses)]),
    )
    .executeTakeFirst()
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

function explainUser({ email, is_active }: User, address: string): Finding {
  if (is_active === 0) {
    return wrong(
      `The user of ${address} is inactive`,
      'Make the user active: reports wait for no one.',
    )
  }
  return well(
    email === address ? `${address} is a user` : `${address} belongs to the user ${email}`,
  )
}

async function explainUnknown(database: Database, address: string): Promise<Finding> {
  const domain = domainOf(address)
  const known = await database
    .selectFrom('organization_domains')
    .innerJoin('organizations', 'organizations.id', 'organization_domains.organization_id')
    .select('organizations.name')
    .where('domain', '=', domain)
    .executeTakeFirst()
  const where = known === undefined ? 'an organization' : known.name
  return wrong(
    `No user and no alias has ${address}, so reports of mail to it are ignored`,
    `Add a user in ${where}, or the address as an alias of the user who reads it.`,
  )
}

async function explainOrganization(
  database: Database,
  now: Date,
  organizationId: string,
): Promise<readonly Finding[]> {
  const organization = await database
    .selectFrom('organizations')
    .leftJoin('arrivals', 'arrivals.organization_id', 'organizations.id')
    .select(['name', 'suspended_at', 'last_report_at', 'last_message_at', 'silent_since'])
    .where('organizations.id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const { name, suspended_at, last_report_at, last_message_at, silent_since } = organization
  const refused = await readRefused(database, now, organizationId)
  return [
    suspended_at === null
      ? well(`The organization is ${name}`)
      : wrong(`${name} is suspended since ${suspended_at}`, 'Resume it on its page.'),
    await explainKey(database, now, organizationId, name),
    explainReport(name, last_report_at, silent_since),
    last_message_at === null
      ? wrong(
          `No report ever had mail to a user of ${name}`,
          'Compare the addresses of its users with those that the gateway reports.',
        )
      : well(`The last mail to a user of ${name} came ${last_message_at}`),
    ...refused.map(({ scope, reason, count, last_at }) =>
      wrong(
        `${count} requests of its gateway (${scope}) were refused within a day: ${reason}`,
        `The last request came ${last_at}. Its page, 'Connect your mail', says what the reason means.`,
      ),
    ),
  ]
}

async function explainKey(
  database: Database,
  now: Date,
  organizationId: string,
  name: string,
): Promise<Finding> {
  const keys = await keysFor(database, organizationId, 'report')
  const valid = keys.filter(
    ({ expires_at }) => expires_at === null || expires_at > now.toISOString(),
  )
  if (valid.length === 0) {
    const what = keys.length === 0 ? 'no gateway key for reports' : 'only gateway keys that expired'
    return wrong(`${name} has ${what}`, `${commandLine('gateway-key')} '${name}' issues one.`)
  }
  const used = valid.some(({ last_used_at }) => last_used_at !== null)
  const mend = 'Enter it at the gateway: docs/connect-your-mail.md.'
  return used ? well(`${name} has a gateway key`) : wrong('No gateway ever used its key', mend)
}

function explainReport(
  name: string,
  lastReportAt: string | null,
  silentSince: string | null,
): Finding {
  const mend = 'Look at the log of the gateway, and whether it reaches PUBLIC_URL.'
  if (lastReportAt === null) return wrong(`No gateway of ${name} ever reported`, mend)
  if (silentSince !== null) return wrong(`Its gateway is silent since ${silentSince}`, mend)
  return well(`The last report of ${name} came ${lastReportAt}`)
}

async function explainMessages(database: Database, now: Date, userId: string): Promise<Finding> {
  const { last } = await database
    .selectFrom('scans')
    .select(({ fn }) => fn.max('received_at').as('last'))
    .where('user_id', '=', userId)
    .where(isKept(now))
    .executeTakeFirstOrThrow()
  return last === null
    ? leftOut('No mail to this user is kept: none came, or retention has deleted it')
    : well(`The last mail to this user that is kept was received ${last}`)
}
