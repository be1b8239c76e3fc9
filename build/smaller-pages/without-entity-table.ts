import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Replaces the table of named characters in `postal-mime`: 10 kB of the 105 kB that the front page loads
 * at the touch of its judge.
 * @param root the project's folder
 */
export function withoutEntityTable(root: string): Plugin {
  return {
    name: 'without-entity-table',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^\.\/html-entities\.js$/ },
      handler: (_source, importer) =>
        importer?.includes('/node_modules/postal-mime/') === true
          ? join(root, 'src/lib/public-page/try/html-entities.ts')
          : undefined,
    },
  }
}
