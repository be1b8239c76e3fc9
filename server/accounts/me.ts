import { meEndpoint } from '../../src/lib/contract/me.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import type { Parts } from '../parts.ts'
import { readTotals } from '../scans/totals.ts'
import { idleEndOf } from './session-end.ts'
import { showPerson } from './show-person.ts'

/** GET /auth/me (R274, R349). */
export function me(parts: Parts): Binding {
  return bindPerson(parts, meEndpoint, async (_input, caller) => {
    const { person } = caller
    const totals = await readTotals(parts.database, person.id)
    const organization = await parts.database
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', person.organization_id)
      .executeTakeFirst()
    return {
      ...showPerson(person, totals.risk_sum, parts.clock()),
      organization_name: organization?.name ?? '',
      ...idleEndOf(parts, caller),
    }
  })
}
