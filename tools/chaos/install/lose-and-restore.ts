import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { must } from '../fresh-machine/debian.ts'
import { runMachine, type Step } from '../fresh-machine/run-machine.ts'

/** Files that the operator carries to the other machine, in root's folder. */
const carried = ['aman.db.age', 'passphrase', 'user.json']

/**
 * Two fresh machines, one after the other, with nothing in common but a backup and its passphrase.
 * @param debian what each begins as
 * @param deb the package
 */
export async function loseAndRestore(
  folder: string,
  debian: string,
  deb: string,
  limitMinutes: number,
): Promise<readonly Step[]> {
  const script = join(import.meta.dirname, 'restore-machine.ts')
  const steps: Step[] = []
  const rootOf = (which: string) => join(folder, which)
  for (const which of ['lost', 'found']) {
    const root = rootOf(which)
    await must('cp', ['--archive', '--reflink=auto', debian, root])
    await cp(deb, join(root, 'root', basename(deb)))
    if (which === 'found') {
      for (const name of carried)
        await cp(join(rootOf('lost'), 'root', name), join(root, 'root', name))
    }
    const found = await runMachine({ script, root, folder, parameters: [which], limitMinutes })
    steps.push(...found)
    if (found.some(({ problems }) => problems.length > 0)) break
  }
  return steps
}
