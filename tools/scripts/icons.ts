import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawPublicFiles } from '../../build/pictures/share-image.ts'
import { root } from './run-command.ts'

/* npm run icons: draws the icons of public/ from build/pictures. */

for (const [name, file] of await drawPublicFiles()) {
  const path = join(root, 'public', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, file)
}
