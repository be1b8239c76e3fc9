import { join } from 'node:path'
import { releasedFiles } from '../../scripts/release/released-files.ts'
import { root as project } from '../../scripts/run-command.ts'
import { makeDebian, must } from '../fresh-machine/debian.ts'

/** Where the page says that the unpacked release is. */
const releaseInRoot = 'opt/aman'

/**
 * A fresh Debian in a folder, with what the page asks for: an unpacked release.
 * @param mirrorInRoot where the machine in the folder finds the packages of Debian
 */
export async function makeFreshRoot(folder: string, mirrorInRoot: string) {
  await must(process.execPath, [join(project, 'tools/scripts/release.ts')])
  await makeDebian(folder, mirrorInRoot)
  const release = releasedFiles(project, process.arch).folder
  await must('cp', ['--archive', '--reflink=auto', release, join(folder, releaseInRoot)])
}
