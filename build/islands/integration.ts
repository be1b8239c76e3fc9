import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** The output of the build: the imports of each chunk by its address, and the chunks of modules. */
interface Chunks {
  readonly importsOf: ReadonlyMap<string, readonly string[]>
  /** The address of each module's chunk, by the path that the page names. */
  readonly chunkOfModule: ReadonlyMap<string, string>
}

const moduleUrl = /(?<=<astro-island\b[^>]*\b(?:component|renderer)-url=")[^"]+/g
const touchedPart = /(?<=\sdata-touch=")([^"]+)"(?: data-preload="([^"]+)")?/g
const moduleAddress = /<meta name="([^"]+)" data-module="([^"]+)">/g
const modulePreload = /<link rel="modulepreload" data-module="([^"]+)">/g
const firstFigures = /<template data-places\b/

/**
 * Lists all modules that a page needs, including transitive imports, so that they load in parallel. The
 * modules and data of a part that `Touch.astro` makes are listed there and load on touch. The modules of islands,
 * and of the module that a `modulepreload` names, are listed in the page's head, before its scripts and
 * styles, which a phone needs some time to parse; on a page with first figures at its end.
 * A `meta` that names a module gets the address of its chunk.
 * @throws Error if there is no chunk for the module
 */
export function withPreloads(html: string, chunks: Chunks): string {
  const { importsOf, chunkOfModule } = chunks
  const atOnce = new Set<string>()
  for (const [url] of html.matchAll(moduleUrl)) collect(url, importsOf, atOnce)
  const urlOfModule = (module: string) => {
    const url = chunkOfModule.get(module)
    if (url === undefined) throw new Error(`no chunk was made of the module '${module}'`)
    return url
  }
  const withParts = html
    .replace(touchedPart, (_, module, data) => {
      const url = urlOfModule(module)
      const urls = new Set<string>()
      collect(url, importsOf, urls)
      if (data !== undefined) urls.add(data)
      return `${url}" data-preload="${[...urls].join(' ')}"`
    })
    .replace(
      moduleAddress,
      (_, name, module) => `<meta name="${name}" content="${urlOfModule(module)}">`,
    )
    .replace(modulePreload, (_, module) => {
      collect(urlOfModule(module), importsOf, atOnce)
      return ''
    })
  const links = [...atOnce].map((url) => `<link rel="modulepreload" href="${url}">`).join('')
  // First figures come without code, which would take the line and the processor from their answers.
  const place = firstFigures.test(withParts) ? /<\/body>/ : /<script|<style|<\/head>/
  return withParts.replace(place, (tag) => `${links}${tag}`)
}

function collect(url: string, importsOf: Chunks['importsOf'], found: Set<string>): void {
  if (found.has(url)) return
  found.add(url)
  for (const imported of importsOf.get(url) ?? []) collect(imported, importsOf, found)
  // After what it imports: the start of a dashboard runs each module in a task of its own.
  found.delete(url)
  found.add(url)
}

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
          const rewritten = withPreloads(html, { importsOf, chunkOfModule })
          if (rewritten !== html) await writeFile(page, rewritten)
        }
      },
    },
  }
}

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
