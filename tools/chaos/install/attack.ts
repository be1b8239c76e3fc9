import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { must } from '../fresh-machine/debian.ts'
import { makeMachine, runMachine } from '../fresh-machine/run-machine.ts'
import { type Attack, row } from '../prove/attack.ts'
import { loseAndRestore } from './lose-and-restore.ts'
import { makeNewerPackage } from './newer-package.ts'

const limitMinutes = 20

/** A reader installs Aman with nothing but the page, a released file and a fresh machine. */
export const installAttack: Attack = {
  name: 'install',
  engines: ['file'],
  isOnlyWhenNamed: true,
  limitMinutes,
  async try() {
    await using folder = await temporaryFolder()
    const debian = join(folder.path, 'debian')
    // A machine has an init, by which the package starts its service.
    const { archive, package: deb } = await makeMachine(debian, ['systemd-sysv'])
    const script = join(import.meta.dirname, 'machine.ts')
    const rows = []
    for (const [way, file] of Object.entries({ package: deb, archive })) {
      const root = join(folder.path, way)
      await must('cp', ['--archive', '--reflink=auto', debian, root])
      await cp(file, join(root, 'root', basename(file)))
      const newer = way === 'package' ? await addNewerPackages(file, folder.path, root) : []
      const parameters = [way, ...newer]
      const machine = { script, root, folder: folder.path, parameters, limitMinutes }
      for (const { fault, figures, problems } of await runMachine(machine)) {
        rows.push(row({ fault: `install.md: ${fault}`, tried: 1, expected, figures, problems }))
      }
    }
    for (const { fault, figures, problems } of await loseAndRestore(
      folder.path,
      debian,
      deb,
      limitMinutes,
    )) {
      rows.push(row({ fault: `operations.md: ${fault}`, tried: 1, expected, figures, problems }))
    }
    return rows
  },
}

/** @returns their names in root's folder */
async function addNewerPackages(deb: string, folder: string, root: string) {
  const versions = ['1000.0.0', '1000.0.1']
  for (const version of versions) {
    await makeNewerPackage(deb, version, folder, join(root, 'root', `aman-${version}.deb`))
  }
  return versions.map((version) => `aman-${version}.deb`)
}

const expected = "as the page's commands stand, on a fresh Debian"
