import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { findProgram } from '../../mail-lab/programs.ts'
import { releasedFiles } from '../../scripts/release/debian.ts'
import { root as project, run } from '../../scripts/run-command.ts'
import { type Row, row } from '../prove/attack.ts'
import { mirrorInRoot, serveMirror } from './mirror.ts'

const suite = 'bookworm'

/** Parts of a page, and what came of them. */
const stepsSchema = v.array(
  v.object({ fault: v.string(), figures: v.string(), problems: v.array(v.string()) }),
)
export type Step = v.InferOutput<typeof stepsSchema>[number]

interface Machine {
  /** A file that runs inside and prints its steps, as `openSteps` does. */
  readonly script: string
  /** The folder with its files. */
  readonly root: string
  /** A folder of the host, for a socket. */
  readonly folder: string
  readonly parameters?: readonly string[]
  readonly expected: string
}

/** Runs a machine whose files lie in a folder, and which the packages of Debian reach. */
export async function runMachine(machine: Machine): Promise<readonly Row[]> {
  const { script, root, folder, parameters = [], expected } = machine
  const socket = join(folder, 'mirror')
  await using _mirror = await serveMirror(await findMirror(), socket)
  return await runApart([script, root, socket, ...parameters], expected)
}

/** Runs a script with a network and processes of its own; all of them end with it. */
export async function runApart(
  script: readonly string[],
  expected: string,
): Promise<readonly Row[]> {
  // The shell is the first process: it takes in the daemons whose parents have ended.
  const inside = ['bash', '-c', '"$@"; exit $?', 'bash', process.execPath, ...script]
  const apart = ['--net', '--pid', '--mount', '--mount-proc', '--fork', '--kill-child']
  const { exitCode, output } = await run('unshare', [...apart, ...inside])
  const last = output.trim().split('\n').at(-1) ?? ''
  if (exitCode !== 0) throw new Error(`the machine ended with ${exitCode}: ${output.slice(-2000)}`)
  const steps = v.parse(stepsSchema, JSON.parse(last))
  return steps.map((it) => row({ ...it, tried: 1, expected }))
}

/**
 * Releases the package, and makes a machine on which it can be installed.
 * @returns the released files
 * @throws Error where a fresh machine cannot be made
 */
export async function makeMachine(root: string, programs: readonly string[]) {
  requireHere('debootstrap', 'chroot', 'dpkg-deb', 'nsenter')
  await must(process.execPath, [join(project, 'tools/scripts/release.ts'), '--debian'])
  await makeDebian(root, programs)
  return releasedFiles(project, process.arch)
}

/** @throws Error where a machine cannot be made */
export function requireHere(...more: readonly string[]): void {
  if (process.getuid?.() !== 0) throw new Error('only root can make namespaces')
  const missing = ['unshare', 'ip', 'mount', ...more].filter(
    (name) => findProgram(name) === undefined,
  )
  if (missing.length > 0) throw new Error(`not here: ${missing.join(', ')}`)
}

async function makeDebian(folder: string, packages: readonly string[]): Promise<void> {
  await mkdir(folder)
  const options = ['--variant=minbase', `--include=${packages.join(',')}`]
  await must('debootstrap', [...options, suite, folder, await findMirror()])
  await writeFile(join(folder, 'etc/apt/sources.list'), `deb ${mirrorInRoot} ${suite} main\n`)
  await writeFile(join(folder, 'etc/resolv.conf'), 'nameserver 127.0.0.1\n')
}

/**
 * @returns what it printed
 * @throws Error with its last line if it fails
 */
export async function must(
  command: string,
  parameters: string[],
  environment = {},
): Promise<string> {
  const { exitCode, output } = await run(command, parameters, { environment })
  if (exitCode === 0) return output
  throw new Error(`${command} ${parameters[0]} failed: ${output.trim().split('\n').at(-1)}`)
}

/**
 * The mirror of Debian that this machine takes its own packages from.
 * @throws Error where there is none
 */
async function findMirror(): Promise<string> {
  const ofPackages = ['Created-By: Packages', `Release: ${suite}`, 'Component: main']
  const targets = ['indextargets', '--format', '$(REPO_URI)', ...ofPackages]
  const [mirror = ''] = (await must('apt-get', targets)).split('\n')
  if (mirror === '') throw new Error(`/etc/apt names no mirror of Debian ${suite}`)
  return mirror.replace(/\/$/, '')
}
