import { getPublicSuffix } from 'tldts-icann'
import { domainOf } from '../../contract/core/mail-address.ts'
import { can } from '../../contract/core/permissions.ts'
import { registrySuffix } from '../../contract/flags/add-flag.ts'
import { showFlagEvidenceEndpoint } from '../../contract/flags/show-flag-evidence.ts'
import { isListed } from '../../judge/lists/lists.ts'
import { HttpError } from '../core/http-error.ts'
import { countRows } from '../database/count-rows.ts'
import { isKept } from '../database/kept-mail.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { markSender } from '../judge/judge.ts'

/**
 * The error for a suffix below which a registry lets anyone have a domain, as `co.uk`: a flag on it would
 * be for a whole country. Suffixes of firms, as `github.io`, are domains like any other.
 */
export function faultOfSuffix(value: string): HttpError | undefined {
  return isSuffix(value) ? new HttpError(registrySuffix, { domain: value }) : undefined
}

/**
 * The domain that is meant by the address of its website, which sends no mail. Where anyone can have a
 * domain above it, `www` is a name like any other.
 */
export function withoutWww(value: string): string {
  const domain = /^www\.([^@]+\.[^@]+)$/.exec(value)?.[1] ?? value
  return isSuffix(domain) || isListed('host', domain) ? value : domain
}

function isSuffix(value: string): boolean {
  return !value.includes('@') && getPublicSuffix(value) === value
}

/** The judge learns this from a flag that a user sets or removes. Lists that are imported teach nothing. */
export function teachingOf(
  { user }: Caller,
  organizationId: string | null,
  source: 'green_flag' | 'undone_block',
) {
  const isConfirmed = can(user.role, 'view:team')
  return { organizationId, userId: user.id, source, isDangerous: false, isConfirmed } as const
}

interface Removed {
  readonly flag_type: 'green' | 'red'
  readonly value: string
}

/** A user who blocks a sender no more says that the block was wrong. */
export async function teachUndone(
  services: Services,
  transaction: Database,
  caller: Caller,
  organizationId: string | null,
  removed: readonly Removed[],
): Promise<void> {
  const said = teachingOf(caller, organizationId, 'undone_block')
  for (const { flag_type, value } of removed) {
    if (flag_type === 'red') await markSender(services, transaction, said, value)
  }
}

/** GET /flags/evidence, an addition: counts dangerous mails from the domain to the caller. */
export function showFlagEvidence(services: Services) {
  return bindUser(services, showFlagEvidenceEndpoint, async ({ value: given }, { user }) => {
    const value = withoutWww(given)
    const count = await countRows(
      services.database
        .selectFrom('scans')
        .where('user_id', '=', user.id)
        .where('threat_level', 'in', ['suspicious', 'malicious'])
        .where(isKept(services.clock()))
        .where('sender_domain', '=', value.includes('@') ? domainOf(value) : value),
    )
    return { dangerous_emails: count }
  })
}
