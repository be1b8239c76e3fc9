import * as v from 'valibot'
import { domainOf } from '../../contract/core/mail-address.ts'
import { flagValue } from '../../contract/flags/flag.ts'
import { showSendersEndpoint } from '../../contract/flags/show-senders.ts'
import { organizationKey } from '../database/organization-key.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import {
  approvedDomains,
  isPublicMail,
  reachesPublicMail,
  readAliases,
} from '../organizations/organizations.ts'
import { findFlags } from './find-flags.ts'
import { showFlag, shownColumns } from './list-flags.ts'

/** POST /flags/senders. */
export function showSenders(services: Services) {
  const { database, clock, trustablePublicMail } = services
  return bindUser(services, showSendersEndpoint, async ({ senders }, { user }) => {
    const parsed = senders.map((sender) => ({ sender, ...partsOf(sender) }))
    const flagOf = await readDeciding(
      services,
      user,
      parsed.map(({ address, domain }) => address ?? domain ?? ''),
      clock(),
    )
    const own = await ownDomains(database, user)
    return {
      senders: parsed.map(({ sender, address, domain }) => {
        const flag = flagOf(address ?? domain ?? '')
        return {
          sender,
          flag: flag === undefined ? null : showFlag(flag, trustablePublicMail),
          address,
          domain,
          shared: domain === null ? null : sharedBy(domain, own),
          is_domain_trustable: domain !== null && !isPublicMail(domain, trustablePublicMail),
        }
      }),
    }
  })
}

/** In the form in which a flag has them; null for what no flag can be for. */
function partsOf(sender: string): { address: string | null; domain: string | null } {
  const parsed = v.safeParse(flagValue, sender)
  if (!parsed.success) return { address: null, domain: null }
  const { output } = parsed
  if (!output.includes('@')) return { address: null, domain: output }
  const domain = v.safeParse(flagValue, domainOf(output))
  return { address: output, domain: domain.success ? domain.output : null }
}

async function readDeciding(
  services: Services,
  { id: userId, organization_id }: Pick<Users, 'id' | 'organization_id'>,
  senders: readonly string[],
  now: Date,
) {
  const organizationId = organizationKey(organization_id)
  const mails = senders.filter((sender) => sender !== '').map((sender) => ({ userId, sender }))
  const found = await findFlags(services, organizationId, mails, now)
  const ids = new Set(mails.flatMap((mail) => found(mail)?.id ?? []))
  const rows =
    ids.size === 0
      ? []
      : await services.database
          .selectFrom('flags')
          .select(shownColumns)
          .where(isOneOf(services.database, 'id', [...ids]))
          .where('user_id', '=', userId)
          .where('organization_id', '=', organizationId)
          .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (sender: string) => byId.get(found({ userId, sender })?.id ?? '')
}

/** The approved domains of the organization, and those of the user's own addresses. */
async function ownDomains(
  database: Database,
  { id, email, organization_id }: Pick<Users, 'id' | 'email' | 'organization_id'>,
): Promise<readonly string[]> {
  const approved = organization_id === null ? [] : await approvedDomains(database, organization_id)
  const aliases = (await readAliases(database, [id])).get(id) ?? []
  return [...approved, ...[email, ...aliases].map(domainOf)]
}

/** A red flag on a domain covers the domains below it. */
function sharedBy(domain: string, own: readonly string[]): 'own_domain' | 'public_mail' | null {
  if (own.some((mine) => mine === domain || mine.endsWith(`.${domain}`))) return 'own_domain'
  return reachesPublicMail(domain) ? 'public_mail' : null
}
