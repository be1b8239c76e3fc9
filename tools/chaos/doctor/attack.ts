import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { makeMachine, runMachine } from '../fresh-machine/run-machine.ts'
import type { Attack } from '../prove/attack.ts'

/** The package is broken in ways that only its unit shows, and mended by the words of the doctor. */
export const doctorAttack: Attack = {
  name: 'doctor',
  engines: ['file'],
  isOnlyWhenNamed: true,
  limitMinutes: 15,
  async try() {
    await using folder = await temporaryFolder()
    const root = join(folder.path, 'debian')
    const { package: deb } = await makeMachine(root, ['systemd-sysv', 'dbus'])
    await cp(deb, join(root, 'root', basename(deb)))
    return await runMachine({
      script: join(import.meta.dirname, 'machine.ts'),
      root,
      folder: folder.path,
      expected: 'the doctor names it, and its cure works to the letter',
    })
  },
}
