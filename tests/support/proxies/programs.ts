import { delimiter, join } from 'node:path'
import { isExecutable } from '../../../tools/find-program.ts'

/** Debian keeps them off the PATH of people who are not root. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin']

/** @returns the path of a reverse proxy, or a pooler; undefined where it is not installed */
export function findProxy(name: 'nginx' | 'haproxy' | 'pgbouncer'): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...onPath, ...systemFolders].map((folder) => join(folder, name)).find(isExecutable)
}
