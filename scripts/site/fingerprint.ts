import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the built site is made of, besides the settings. `.env` files can set PUBLIC_* too. */
const sources = [
  'src/**',
  'contract/**',
  'public/**',
  'hosting/**',
  '.env*',
  'astro.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build-site.ts',
  'scripts/site/**',
]

/** SHA-256 over the names and contents of the sources. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256')
  // A length before each part: 'ab' + 'c' must not look like 'a' + 'bc'.
  const add = (part: string | Buffer) => hash.update(`${part.length}:`).update(part)
  for (const name of globSync(sources, { cwd: root }).sort()) {
    const path = join(root, name)
    if (!statSync(path).isFile()) continue
    add(name)
    add(readFileSync(path))
  }
  return hash.digest('hex')
}
