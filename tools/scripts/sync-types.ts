import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run-command.ts'

/*
 * node tools/scripts/sync-types.ts: writes the types of Astro and of the content into .astro/, where tsc and
 * editors look for them. `npm install` ends with it.
 */

// Without development packages nothing reads the types.
if (existsSync(join(root, 'node_modules/@astrojs/check'))) {
  const { exitCode, output } = await run('astro', ['sync'])
  // A mistake in a setting or a content file does not make the installation fail: the build explains it.
  if (exitCode !== 0) {
    console.warn(
      `${output.trim()}\nThe types of Astro are missing: correct this, then run npx astro sync.`,
    )
  }
}
