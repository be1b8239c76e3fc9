import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../.cache/mail-servers')

/** Debian's Cyrus and Courier as `.ci/mail-servers` unpacks them; undefined where it did not. */
export const unpackedServers = existsSync(join(root, 'usr/lib/cyrus/bin/master'))
  ? { root, usr: join(root, 'usr') }
  : undefined
