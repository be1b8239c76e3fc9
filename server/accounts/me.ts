import { meEndpoint } from '../../src/lib/contract/me.ts'
import { prepare } from '../database/prepare.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import type { Parts } from '../parts.ts'
import { readTotals } from '../scans/totals.ts'
import { idleEndOf } from './session-end.ts'
import { showPerson } from './show-person.ts'

const findName = prepare((database, named: (name: 'id') => string) =>
  database.selectFrom('organizations').select('name').where('id', '=', named('id')),
)

/** GET /auth/me (R274, R349). */
export function me(parts: Parts): Binding {
  return bindPerson(parts, meEndpoint, async (_input, caller) => {
    const { person } = caller
    const totals = await readTotals(parts.database, person.id)
    const { organization_id: id } = person
    const [organization] = id === null ? [] : await findName(parts.database, { id })
    return {
      ...showPerson(person, totals.risk_sum, parts.clock()),
      organization_name: organization?.name ?? '',
      ...idleEndOf(parts, caller),
    }
  })
}
