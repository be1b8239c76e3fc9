import { domainOf } from '../../contract/core/mail-address.ts'
import { showFlagEvidenceEndpoint } from '../../contract/flags/show-flag-evidence.ts'
import { countRows } from '../database/count-rows.ts'
import { isKept } from '../database/kept-mail.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { withoutWww } from './judge-flag.ts'

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
