import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryFolder } from '../temporary-folder.ts'

/** A copy of the project, with its packages linked, so that a test can change its files. */
export async function copyProject() {
  const folder = await temporaryFolder()
  const settings = ['astro.config.mjs', 'package.json', 'tsconfig.json']
  for (const name of [
    ...settings,
    'build',
    'contract',
    'judge',
    'hosting',
    'public',
    'tools',
    'server',
    'src',
  ]) {
    const filter = (path: string) => !path.includes('node_modules')
    cpSync(name, join(folder.path, name), { recursive: true, filter })
  }
  mkdirSync(join(folder.path, 'node_modules'))
  // The caches of tools start with a dot and stay with their project.
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') && name !== '.bin') continue
    symlinkSync(resolve('node_modules', name), join(folder.path, 'node_modules', name))
  }
  return folder
}
