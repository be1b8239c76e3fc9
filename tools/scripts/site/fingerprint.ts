import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of the built site, apart from its settings. `.env` files can set PUBLIC_* too. */
const sources = [
  'src/**',
  'build/**',
  'contract/**',
  'judge/**',
  'public/**',
  'hosting/**',
  '.env*',
  'astro.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'tools/scripts/build-site.ts',
  'tools/scripts/site/**',
]

/** SHA-256 over the names and contents of the sources. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256')
  // The length before each part makes 'ab' + 'c' differ from 'a' + 'bc'.
  const add = (part: string | Buffer) => hash.update(`${part.length}:`).update(part)
  for (const name of globSync(sources, { cwd: root }).sort()) {
    const path = join(root, name)
    if (!statSync(path).isFile()) continue
    add(name)
    add(readFileSync(path))
  }
  return hash.digest('hex')
}
