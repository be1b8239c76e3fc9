import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { localesInPaths } from './locales.ts'

/** Adds every page once more for each other language, under `/<locale>/`, and that language's words. */
export function localizedRoutes(): AstroIntegration {
  return {
    name: 'localized-routes',
    hooks: {
      'astro:config:setup': ({ config, injectRoute }) => {
        if (localesInPaths.length === 0) return
        const folder = fileURLToPath(new URL('src/pages/', config.root))
        for (const page of globSync('**/*.astro', { cwd: folder })) {
          const path = page.replace(/(?:\/?index)?\.astro$/, '')
          for (const locale of localesInPaths) {
            injectRoute({ pattern: `/${locale}/${path}`, entrypoint: `${folder}${page}` })
          }
        }
        const entrypoint = fileURLToPath(new URL('./catalogue-file.ts', import.meta.url))
        injectRoute({ pattern: '/assets/[catalogue].json', entrypoint })
      },
    },
  }
}
