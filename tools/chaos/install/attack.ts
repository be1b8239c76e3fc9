import { readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { makeMachine, must, runMachine } from '../fresh-machine/run-machine.ts'
import type { Attack, Row } from '../prove/attack.ts'
import { carried } from './restore.ts'

/**
 * A reader installs Aman with nothing but the page, a released file and a fresh machine; another one loses
 * a machine, which has nothing in common with the next one but a backup and its passphrase.
 */
export const installAttack: Attack = {
  name: 'install',
  engines: ['file'],
  isOnlyWhenNamed: true,
  limitMinutes: 20,
  async try() {
    await using folder = await temporaryFolder()
    const debian = join(folder.path, 'debian')
    // A machine has an init, by which the package starts its service.
    const { archive, package: deb } = await makeMachine(debian, ['systemd-sysv'])
    const homeOf = (way: string) => join(folder.path, way, 'root')
    const rows: Row[] = []
    for (const way of ['package', 'archive', 'lost', 'found']) {
      const root = join(folder.path, way)
      const file = way === 'archive' ? archive : deb
      await must('cp', ['--archive', '--reflink=auto', debian, root])
      await cp(file, join(homeOf(way), basename(file)))
      for (const name of way === 'found' ? carried : []) {
        await cp(join(homeOf('lost'), name), join(homeOf(way), name))
      }
      const newer = way === 'package' ? await addNewerPackages(file, folder.path, root) : []
      const found = await runMachine({
        script: join(import.meta.dirname, 'machine.ts'),
        root,
        folder: folder.path,
        parameters: [way, ...newer],
        expected: "as the page's commands stand, on a fresh Debian",
      })
      rows.push(...found)
      if (way === 'lost' && found.some(({ holds }) => !holds)) break
    }
    return rows
  },
}

/** The same package with higher versions. @returns their names in root's folder */
async function addNewerPackages(deb: string, folder: string, root: string): Promise<string[]> {
  const names: string[] = []
  for (const version of ['1000.0.0', '1000.0.1']) {
    const tree = join(folder, `package-${version}`)
    await must('dpkg-deb', ['--raw-extract', deb, tree])
    const control = join(tree, 'DEBIAN/control')
    const text = readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`)
    writeFileSync(control, text)
    const name = `aman-${version}.deb`
    const file = join(root, 'root', name)
    await must('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, file])
    names.push(name)
  }
  return names
}
