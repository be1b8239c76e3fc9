import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts `src/ui/preload-code.ts` in the place of Vite's helper around each `import()` of the site.
 * @param root the project's folder
 */
export function ownPreloads(root: string): Plugin {
  const code = JSON.stringify(join(root, 'src/ui/preload-code.ts'))
  return {
    name: 'islands:preload-code',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { preloadCode as __vitePreload } from ${code}`,
    },
  }
}
