import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { releasedFiles } from '../../scripts/release/released-files.ts'
import { root as project } from '../../scripts/run-command.ts'
import { makeDebian, must } from '../fresh-machine/debian.ts'
import { mirrorInRoot, requireMachines, runMachine } from '../fresh-machine/run-machine.ts'
import { type Attack, row } from '../prove/attack.ts'

const limitMinutes = 15

/** The package is broken in ways that only its unit shows, and mended by the words of the doctor. */
export const doctorAttack: Attack = {
  name: 'doctor',
  engines: ['file'],
  isOnlyWhenNamed: true,
  limitMinutes,
  async try() {
    requireMachines('dpkg-deb', 'nsenter')
    await must(process.execPath, [join(project, 'tools/scripts/release.ts'), '--debian'])
    await using folder = await temporaryFolder()
    const root = join(folder.path, 'debian')
    await makeDebian(root, mirrorInRoot, ['systemd-sysv', 'dbus'])
    const { package: deb } = releasedFiles(project, process.arch)
    await cp(deb, join(root, 'root', basename(deb)))
    const script = join(import.meta.dirname, 'machine.ts')
    const machine = { script, root, folder: folder.path, parameters: [], limitMinutes }
    return (await runMachine(machine)).map(({ fault, figures, problems }) =>
      row({ fault, tried: 1, expected, figures, problems }),
    )
  },
}

const expected = 'the doctor names it, and its cure works to the letter'
