import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { localesInPaths } from './locales.ts'
import { readAllWords } from './read-all-words.ts'
import { writeTypes } from './word-types.ts'
import { islandWords } from './words-plugin.ts'

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

/** Lets code import `<name>.words.yaml`, and tells the compiler what each of them holds. */
export function typedWords(): AstroIntegration {
  return {
    name: 'typed-words',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [islandWords()] } })
      },
      // `astro sync`, `astro check`, `astro dev` and `astro build` all write the types.
      'astro:config:done': ({ config, injectTypes }) => {
        const files = readAllWords(fileURLToPath(config.root))
        injectTypes({ filename: 'words.d.ts', content: writeTypes(files) })
      },
    },
  }
}
