import * as v from 'valibot'
import { findProgram } from '../../mail-lab/programs.ts'
import { run } from '../../scripts/run-command.ts'
import { type Attack, row } from '../prove/attack.ts'

const limitMinutes = 10
const needed = ['unshare', 'mount', 'ip', 'su', 'pgbackrest', 'pg_createcluster', 'pg_ctlcluster']

const outcome = v.object({ figures: v.string(), problems: v.array(v.string()) })
/** The outcome of the attack. */
export type Outcome = v.InferOutput<typeof outcome>

/** The users of an organization are removed by mistake, and the second before is restored. */
export const pointInTimeAttack: Attack = {
  name: 'point-in-time',
  engines: ['PostgreSQL'],
  isOnlyWhenNamed: true,
  limitMinutes,
  async try() {
    if (process.getuid?.() !== 0) throw new Error('only root can make namespaces')
    const missing = needed.filter((name) => findProgram(name) === undefined)
    if (missing.length > 0) throw new Error(`not here: ${missing.join(', ')}`)
    const machine = `${import.meta.dirname}/machine.ts`
    // The shell is the first process: it takes in the daemons whose parents have ended.
    const inside = ['bash', '-c', '"$@"; exit $?', 'bash', process.execPath, machine]
    const apart = ['--net', '--pid', '--mount', '--mount-proc', '--fork', '--kill-child']
    const { exitCode, output } = await run('unshare', [...apart, ...inside], {
      timeoutMs: limitMinutes * 60_000,
    })
    if (exitCode !== 0) throw new Error(`it ended with ${exitCode}: ${output.slice(-2000)}`)
    const last = output.trim().split('\n').at(-1)
    const { figures, problems } = v.parse(v.pipe(v.string(), v.parseJson(), outcome), last)
    return [
      row({
        fault:
          'the users of an organization are removed, and pgBackRest restores the second before',
        tried: 1,
        expected: 'by the commands of restore.md: all from before is there, and nothing from after',
        figures,
        problems,
      }),
    ]
  },
}
