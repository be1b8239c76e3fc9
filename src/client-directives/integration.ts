import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { withPreloads } from './preloads.ts'

/** Adds `client:touch`, and tells each island's HTML what it will need when it wakes. */
export function touchDirective(): AstroIntegration {
  const importsOf = new Map<string, readonly string[]>()
  return {
    name: 'touch-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({ name: 'touch', entrypoint: entrypoint() })
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'touch-directive:imports',
                applyToEnvironment: (environment) => environment.name === 'client',
                generateBundle(_options, bundle) {
                  for (const chunk of Object.values(bundle)) {
                    if (chunk.type === 'chunk') importsOf.set(`/${chunk.fileName}`, chunk.imports)
                  }
                },
              },
            ],
          },
        })
      },
      'astro:build:done': async ({ assets }) => {
        for (const page of [...assets.values()].flat()) {
          if (!page.pathname.endsWith('.html')) continue
          const html = await readFile(page, 'utf8')
          const told = withPreloads(html, importsOf)
          if (told !== html) await writeFile(page, told)
        }
      },
    },
  }
}

function entrypoint(): string {
  return fileURLToPath(new URL('./touch.ts', import.meta.url))
}
