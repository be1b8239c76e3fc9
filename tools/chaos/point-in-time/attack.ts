import { requireHere, runApart } from '../fresh-machine/run-machine.ts'
import type { Attack } from '../prove/attack.ts'

/** The users of an organization are removed by mistake, and the second before is restored. */
export const pointInTimeAttack: Attack = {
  name: 'point-in-time',
  engines: ['PostgreSQL'],
  isOnlyWhenNamed: true,
  limitMinutes: 10,
  async try() {
    requireHere('su', 'pgbackrest', 'pg_createcluster', 'pg_ctlcluster')
    return await runApart(
      [`${import.meta.dirname}/machine.ts`],
      'by the commands of restore.md: all from before is there, and nothing from after',
    )
  },
}
