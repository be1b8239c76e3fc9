import { execFileSync } from 'node:child_process'

/** @returns an account for programs that refuse to run as root; undefined for anyone but root */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (option: string) => Number(execFileSync('id', [option, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // There is no such account here; the next one may do.
    }
  }
  throw new Error('This needs an account that is not root')
}
