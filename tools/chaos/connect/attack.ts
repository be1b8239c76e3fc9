import { join } from 'node:path'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { mirrorInRoot, requireMachines, runMachine } from '../fresh-machine/run-machine.ts'
import { type Attack, row } from '../prove/attack.ts'
import { makeFreshRoot } from './fresh-root.ts'

const limitMinutes = 20

/** A reader connects their mail with nothing but the page and a fresh machine. */
export const connectAttack: Attack = {
  name: 'connect',
  engines: ['file'],
  isOnlyWhenNamed: true,
  limitMinutes,
  async try() {
    requireMachines()
    await using folder = await temporaryFolder()
    const root = join(folder.path, 'root')
    await makeFreshRoot(root, mirrorInRoot)
    const script = join(import.meta.dirname, 'machine.ts')
    const steps = await runMachine({ script, root, folder: folder.path, limitMinutes })
    return steps.map(({ fault, figures, problems }) =>
      row({ fault: `connect-your-mail.md: ${fault}`, tried: 1, expected, figures, problems }),
    )
  },
}

const expected = "as the page's commands stand, on a fresh Debian"
