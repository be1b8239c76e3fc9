import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** The list of all pages and what is missing in a language, at /_pages in `npm run dev` and nowhere else. */
export function contentPreview(): AstroIntegration {
  return {
    name: 'content-preview',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return
        const entrypoint = fileURLToPath(new URL('./AllPages.astro', import.meta.url))
        injectRoute({ pattern: '/_pages', entrypoint })
      },
    },
  }
}
