import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { withPreloads } from './preloads.ts'

/** Adds `client:touch`, and tells each page's HTML what its islands will need. */
export function touchDirective(): AstroIntegration {
  const importsOf = new Map<string, readonly string[]>()
  const chunkOf = new Map<string, string>()
  let root = ''
  return {
    name: 'touch-directive',
    hooks: {
      'astro:config:setup': ({ config, addClientDirective, updateConfig }) => {
        root = fileURLToPath(config.root)
        addClientDirective({ name: 'touch', entrypoint: entrypoint() })
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'touch-directive:imports',
                applyToEnvironment: (environment) => environment.name === 'client',
                generateBundle(_options, bundle) {
                  for (const chunk of Object.values(bundle)) {
                    if (chunk.type !== 'chunk') continue
                    const imports = chunk.imports.map((file) => `/${file}`)
                    importsOf.set(`/${chunk.fileName}`, imports)
                    for (const id of chunk.moduleIds) {
                      chunkOf.set(id.replace(root, '/'), `/${chunk.fileName}`)
                    }
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
          const told = withPreloads(html, { importsOf, chunkOf })
          if (told !== html) await writeFile(page, told)
        }
      },
    },
  }
}

function entrypoint(): string {
  return fileURLToPath(new URL('./touch.ts', import.meta.url))
}
