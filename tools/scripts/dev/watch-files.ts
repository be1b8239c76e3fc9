import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Calls back after a file changed, was replaced, added or removed. It polls the files, because
 * `node --watch` loses a file that an editor saves by a rename.
 * @returns the function that stops watching
 */
export function watchFiles(
  root: string,
  patterns: readonly string[],
  onChange: () => void,
  pauseMs = 300,
): () => void {
  let before = snapshot(root, patterns)
  const timer = setInterval(() => {
    const now = snapshot(root, patterns)
    if (now === before) return
    before = now
    onChange()
  }, pauseMs)
  return () => clearInterval(timer)
}

function snapshot(root: string, patterns: readonly string[]): string {
  const names = globSync([...patterns], { cwd: root }).sort()
  return names.map((name) => `${name} ${versionOf(join(root, name))}`).join('\n')
}

function versionOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false })
  return file === undefined ? 'gone' : `${file.ino} ${file.mtimeMs} ${file.size}`
}
