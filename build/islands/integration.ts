import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { withPreloads } from './preloads.ts'
import { importsByProperty } from './screen-imports.ts'

/** The table that says where the code of each screen is. */
const screenComponents = fileURLToPath(
  new URL('../../src/islands/dashboard/screen-components.ts', import.meta.url),
)

/** The modules that `Touch.astro` may name: paths from the project's folder. */
const touchedModules = [
  'src/islands/public-page/answer-form.ts',
  'src/islands/public-page/estimate.ts',
  'src/islands/public-page/try/try-mail.ts',
]
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Not a style sheet or a picture. */
const isData = (file: string) => file.endsWith('.json')

/** Lists in each page's HTML the modules that its islands and touched parts need. */
export function modulePreloads(): AstroIntegration {
  const importsOf = new Map<string, readonly string[]>()
  /** The module of each screen, and its chunk, by the screen's name. */
  const moduleOfScreen = new Map<string, string>()
  const chunkOfScreen = new Map<string, string>()
  const chunkOfModule = new Map<string, string>()
  return {
    name: 'module-preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'module-preloads:imports',
                applyToEnvironment: (environment) => environment.name === 'client',
                transform: {
                  filter: { id: screenComponents },
                  async handler(code, id) {
                    for (const [screen, source] of importsByProperty(this.parse(code))) {
                      const module = await this.resolve(source, id)
                      if (module !== null) moduleOfScreen.set(screen, module.id)
                    }
                  },
                },
                buildStart() {
                  for (const module of touchedModules) {
                    this.emitFile({ type: 'chunk', id: join(root, module) })
                  }
                },
                generateBundle(_options, bundle) {
                  for (const chunk of Object.values(bundle)) {
                    if (chunk.type !== 'chunk') continue
                    const module = chunk.facadeModuleId?.slice(root.length)
                    if (module !== undefined) chunkOfModule.set(module, `/${chunk.fileName}`)
                    const data = [...(chunk.viteMetadata?.importedAssets ?? [])].filter(isData)
                    const imports = [...chunk.imports, ...data].map((file) => `/${file}`)
                    importsOf.set(`/${chunk.fileName}`, imports)
                    for (const [screen, module] of moduleOfScreen) {
                      if (chunk.moduleIds.includes(module)) {
                        chunkOfScreen.set(screen, `/${chunk.fileName}`)
                      }
                    }
                  }
                },
              },
            ],
          },
        })
      },
      'astro:build:done': async ({ assets }) => {
        const chunks = { importsOf, chunkOfScreen, chunkOfModule }
        for (const page of [...assets.values()].flat()) {
          if (!page.pathname.endsWith('.html')) continue
          const html = await readFile(page, 'utf8')
          const rewritten = withPreloads(html, chunks)
          if (rewritten !== html) await writeFile(page, rewritten)
        }
      },
    },
  }
}
