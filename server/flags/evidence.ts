import { flagsEvidenceEndpoint } from '../../src/lib/contract/flags-evidence.ts'
import { domainOf } from '../../src/lib/contract/mail-address.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import type { Parts } from '../parts.ts'

/** GET /flags/evidence, an addition (A131): dangerous mail of one's own from the domain alone. */
export function flagEvidence(parts: Parts): Binding {
  return bindPerson(parts, flagsEvidenceEndpoint, async ({ value }, { person }) => {
    const { count } = await parts.database
      .selectFrom('scans')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('user_id', '=', person.id)
      .where('threat_level', 'in', ['suspicious', 'malicious'])
      .where('sender_domain', '=', value.includes('@') ? domainOf(value) : value)
      .executeTakeFirstOrThrow()
    return { dangerous_emails: Number(count) }
  })
}
