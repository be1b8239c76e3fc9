import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../scripts/run-command.ts'
import { mirrorInRoot } from './mirror.ts'

const suite = 'bookworm'

/** A fresh Debian in a folder: what is essential, and the packages that are named. */
export async function makeDebian(folder: string, packages: readonly string[]): Promise<void> {
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
export async function findMirror(): Promise<string> {
  const ofPackages = ['Created-By: Packages', `Release: ${suite}`, 'Component: main']
  const targets = ['indextargets', '--format', '$(REPO_URI)', ...ofPackages]
  const [mirror = ''] = (await must('apt-get', targets)).split('\n')
  if (mirror === '') throw new Error(`/etc/apt names no mirror of Debian ${suite}`)
  return mirror.replace(/\/$/, '')
}
