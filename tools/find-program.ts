import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './scripts/run-command.ts'

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * A file with the right name may not be the program: Ubuntu's chromium-browser only prints that it moved.
 */
async function starts(path: string): Promise<boolean> {
  // On Windows, asking for the version would open a window.
  if (process.platform === 'win32') return true
  return (await run(path, ['--version'], { timeoutMs: 20_000 })).exitCode === 0
}

export async function firstThatStarts(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (isExecutable(path) && (await starts(path))) return path
  }
  return undefined
}

export function firstOnPath(names: readonly string[]): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return firstThatStarts(names.flatMap((name) => folders.map((folder) => join(folder, name))))
}
