import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../fresh-machine/debian.ts'

/** Makes the same package with a higher version. */
export async function makeNewerPackage(
  deb: string,
  version: string,
  folder: string,
  file: string,
): Promise<void> {
  const tree = join(folder, `package-${version}`)
  await must('dpkg-deb', ['--raw-extract', deb, tree])
  const control = join(tree, 'DEBIAN/control')
  const text = readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`)
  writeFileSync(control, text)
  await must('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, file])
}
