import { join } from 'node:path'
import * as v from 'valibot'
import { findProgram } from '../../mail-lab/programs.ts'
import { releasedFiles } from '../../scripts/release/debian.ts'
import { root as project, run } from '../../scripts/run-command.ts'
import { findMirror, makeDebian, must } from './debian.ts'
import { serveMirror } from './mirror.ts'

const step = v.object({
  fault: v.string(),
  figures: v.string(),
  problems: v.array(v.string()),
})
/** A part of a page, and what came of it. */
export type Step = v.InferOutput<typeof step>

const relayPort = 3142
/** Where programs of a fresh machine find the packages of Debian. */
const mirrorInRoot = `http://127.0.0.1:${relayPort}`

interface Machine {
  /** A file that runs inside and prints its steps, as `openSteps` does. */
  readonly script: string
  /** The folder with its files. */
  readonly root: string
  /** A folder of the host, for a socket. */
  readonly folder: string
  readonly parameters?: readonly string[]
  readonly limitMinutes: number
}

/** Runs a machine with a network and processes of its own; all of them end with it. */
export async function runMachine(machine: Machine): Promise<readonly Step[]> {
  const { script, root, folder, parameters = [], limitMinutes } = machine
  const socket = join(folder, 'mirror')
  await using _mirror = await serveMirror(findMirror(), socket)
  const given = [root, socket, String(relayPort), ...parameters]
  // The shell is the first process: it takes in the daemons whose parents have ended.
  const inside = ['bash', '-c', '"$@"; exit $?', 'bash', process.execPath, script, ...given]
  const apart = ['--net', '--pid', '--mount', '--fork', '--kill-child']
  const { exitCode, output } = await run('unshare', [...apart, ...inside], {
    timeoutMs: limitMinutes * 60_000,
  })
  const last = output.trim().split('\n').at(-1) ?? ''
  if (exitCode !== 0) throw new Error(`the fresh machine ended with ${exitCode}: ${last}`)
  return v.parse(v.pipe(v.string(), v.parseJson(), v.array(step)), last)
}

/**
 * Releases the package, and makes a machine on which it can be installed.
 * @returns the released files
 * @throws Error where a fresh machine cannot be made
 */
export async function makeMachine(root: string, programs: readonly string[]) {
  requireMachines('dpkg-deb', 'nsenter')
  await must(process.execPath, [join(project, 'tools/scripts/release.ts'), '--debian'])
  await makeDebian(root, mirrorInRoot, programs)
  return releasedFiles(project, process.arch)
}

/** @throws Error where a fresh machine cannot be made */
function requireMachines(...more: readonly string[]): void {
  if (process.getuid?.() !== 0) throw new Error('only root can make a fresh machine in a folder')
  const missing = ['debootstrap', 'unshare', 'chroot', 'ip', 'mount', ...more].filter(
    (name) => findProgram(name) === undefined,
  )
  if (missing.length > 0) throw new Error(`not here: ${missing.join(', ')}`)
}
