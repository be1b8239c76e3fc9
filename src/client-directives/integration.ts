import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'vite'
import type { OwnScripts } from '../../hosting/own-scripts.ts'
import { withPreloads } from './preloads.ts'
import { importsByProperty } from './screen-imports.ts'
import { withOwnRuntime } from './touch-page.ts'

/** The table that says where the code of each screen is. */
const screenComponents = fileURLToPath(
  new URL('../islands/dashboard/screen-components.ts', import.meta.url),
)

/** What `Touch.astro` may name: paths from the project's folder. */
const touchedModules = ['src/islands/demo-form/answer-form.ts', 'src/islands/estimator/estimate.ts']
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Adds `client:touch`, and lists in each page's HTML the modules that its islands and touched parts need. */
export function touchDirective(ownScripts: OwnScripts): AstroIntegration {
  const importsOf = new Map<string, readonly string[]>()
  /** The module of each screen, and its chunk, by the screen's name. */
  const moduleOfScreen = new Map<string, string>()
  const chunkOfScreen = new Map<string, string>()
  const chunkOfModule = new Map<string, string>()
  return {
    name: 'touch-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({
          name: 'touch',
          entrypoint: fileURLToPath(new URL('./touch.ts', import.meta.url)),
        })
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'touch-directive:imports',
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
                    const imports = chunk.imports.map((file) => `/${file}`)
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
        const script = await bundle(fileURLToPath(new URL('./touch-islands.ts', import.meta.url)))
        ownScripts.add('touch islands', script)
        for (const page of [...assets.values()].flat()) {
          if (!page.pathname.endsWith('.html')) continue
          const html = await readFile(page, 'utf8')
          const rewritten = withOwnRuntime(withPreloads(html, chunks), script)
          if (rewritten !== html) await writeFile(page, rewritten)
        }
      },
    },
  }
}

/** @returns the code of a module and its imports, to be inlined into a page */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'island' },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  for (const built of outputs) {
    if (!('output' in built)) continue
    for (const chunk of built.output) if (chunk.type === 'chunk') return chunk.code.trim()
  }
  throw new Error(`nothing was made of ${entry}`)
}
