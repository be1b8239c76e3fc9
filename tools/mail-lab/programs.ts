import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from '../find-program.ts'

const root = join(import.meta.dirname, '../../.cache/mail-servers')

/** Debian's Cyrus and Courier as `.ci/mail-servers` unpacks them; undefined where it did not. */
export const unpackedServers = existsSync(join(root, 'usr/lib/cyrus/bin/master'))
  ? { root, usr: join(root, 'usr') }
  : undefined

/** Debian keeps them off the PATH of people who are not root. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin']
const postfixDaemons = ['/usr/lib/postfix/sbin', '/usr/libexec/postfix']

export interface MailPrograms {
  readonly rspamd: string
  /** Where Postfix's `master` and its services are. */
  readonly postfixDaemons: string
  /** The program to run them under: Postfix starts as root only. */
  readonly privileged: readonly string[]
}

export function findProgram(name: string): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...onPath, ...systemFolders].map((folder) => join(folder, name)).find(isExecutable)
}

/** @returns the programs, or what to do so that they are there */
export function findMailPrograms(): MailPrograms | { readonly missing: string } {
  const rspamd = findProgram('rspamd')
  const daemons = postfixDaemons.find((folder) => isExecutable(join(folder, 'master')))
  const absent = [
    ...(rspamd === undefined ? ['rspamd'] : []),
    ...(daemons === undefined ? ['postfix'] : []),
  ]
  if (rspamd === undefined || daemons === undefined) {
    return {
      missing: `Not installed: ${absent.join(', ')}. Debian: apt-get install ${absent.join(' ')}`,
    }
  }
  const privileged = findPrivileged()
  if (privileged === undefined) {
    return { missing: 'Postfix starts as root only: run this as root, or where sudo asks nothing' }
  }
  return { rspamd, postfixDaemons: daemons, privileged }
}

/** @returns the program to run others under as root; undefined where that is not possible */
export function findPrivileged(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return []
  const sudo = findProgram('sudo')
  if (sudo === undefined) return undefined
  try {
    execFileSync(sudo, ['-n', 'true'], { stdio: 'ignore' })
    return [sudo, '-n']
  } catch {
    return undefined
  }
}
