import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { StyleSheets } from './first-styles.ts'

/** The module that Astro makes of each page, which it names after the page's component. */
const pageModule = 'virtual:astro:page:'
const componentOf = (id: string) => id.split(pageModule)[1]?.replace('@_@', '.')

/** Which parts of a build need which style sheets. */
export function styleSheetsOfBuild(): {
  readonly plugin: Plugin
  /** @param files the built site's, by their paths in its folder */
  read(site: string, files: readonly string[]): Promise<StyleSheets>
  /** Removes those of prerendered parts that no code of the browser needs. */
  removeUnused(site: string): Promise<void>
} {
  const ofChunk = new Map<string, readonly string[]>()
  const ofComponent = new Map<string, readonly string[]>()
  const ofPrerendering = new Set<string>()
  return {
    plugin: {
      name: 'smaller-pages:style-sheets',
      generateBundle: {
        // Vite has named the sheets of each chunk by then.
        order: 'post',
        handler(_options, bundle) {
          const isOfBrowser = this.environment.name === 'client'
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue
            const sheets = sheetsOf(chunk)
            if (isOfBrowser) ofChunk.set(`/${chunk.fileName}`, sheets)
            else for (const sheet of sheets) ofPrerendering.add(sheet)
            const component = componentOf(chunk.facadeModuleId ?? '')
            if (component !== undefined) ofComponent.set(component, sheetsOfImports(chunk, bundle))
          }
        },
      },
    },
    async read(site, files) {
      const rulesOf = new Map<string, string>()
      for (const file of files) {
        if (file.endsWith('.css')) rulesOf.set(`/${file}`, await readFile(join(site, file), 'utf8'))
      }
      return { rulesOf, ofChunk, ofComponent }
    },
    async removeUnused(site) {
      const ofBrowser = new Set([...ofChunk.values()].flat())
      // Astro does not write all of them.
      for (const sheet of ofPrerendering.difference(ofBrowser)) {
        await rm(join(site, sheet), { force: true })
      }
    },
  }
}

function sheetsOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)
}

/** Follows imports, not `import()`. */
function sheetsOfImports(start: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const reached = new Set([start])
  // A set takes in what is added while it is walked.
  for (const chunk of reached) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') reached.add(imported)
    }
  }
  return [...reached].flatMap(sheetsOf)
}
