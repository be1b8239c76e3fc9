import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run-command.ts'

/** A Node.js to pass on. */
export interface NodeFiles {
  readonly program: string
  readonly licence: string
}

/**
 * Takes Node.js for a processor from npm, which checks its bytes: the package `node` brings the program
 * of this machine alone, and no licence.
 */
export async function fetchNode(root: string, arch: string, version: string): Promise<NodeFiles> {
  const name = `node-linux-${arch}`
  const folder = join(root, '.cache', 'release-node', `${name}-${version}`)
  const files = { program: join(folder, 'bin/node'), licence: join(folder, 'LICENSE') }
  if (existsSync(folder)) return files
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  await must('npm', ['pack', `${name}@${version}`, '--pack-destination', part])
  const archive = join(part, `${name}-${version}.tgz`)
  await must('tar', ['--extract', '--file', archive, '--directory', part, '--strip-components=1'])
  rmSync(archive)
  renameSync(part, folder)
  return files
}

async function must(command: string, parameters: string[]): Promise<void> {
  const { exitCode, output } = await run(command, parameters)
  if (exitCode !== 0) throw new Error(`${command} ${parameters[0]} failed: ${output.trim()}`)
}
