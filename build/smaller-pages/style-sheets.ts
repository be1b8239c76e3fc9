import { globSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { oneOfMany } from '../../hosting/own-scripts.ts'
import { letters } from './class-names.ts'
import type { StyleSheets } from './first-styles.ts'
import { propertiesDeclaredIn } from './used-properties.ts'

const name = /--[a-z][\w-]*/g
const inScript = /(?<=['"`])--[a-z][\w-]*/g
const use = /var\((--[a-z][\w-]*)\)/g
/** A size or a number that is as long as its `var()`. A colour that is used often stands once. */
const shortDeclaration = /(?<=\s)(--[\w-]+): ([^\s#;]{1,8});/g

export interface Properties {
  /** The short name of a property; its own where no style declares it, or where a script sets it. */
  readonly nameOf: (property: string) => string
  /** The short values that the root alone declares, by their property's own name. */
  readonly values: ReadonlyMap<string, string>
}

/**
 * A name of one or two letters for each custom property, the shortest for the most used: 100 bytes of a front
 * page, 200 of a dashboard.
 * @param root the folder of the project
 */
export function readProperties(root: string): Properties {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .sort()
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
  const styles = read('src/**/*.{css,astro}')
  const ofScripts = new Set(read('src/**/*.{ts,tsx,astro}').match(inScript))
  const uses = Map.groupBy(styles.match(name) ?? [], (it) => it)
  const declared = Map.groupBy(propertiesDeclaredIn(styles), (it) => it)
  const names = [...declared.keys()].filter((it) => !ofScripts.has(it))
  const byUse = names.toSorted(
    (one, other) => (uses.get(other)?.length ?? 0) - (uses.get(one)?.length ?? 0),
  )
  const short = new Map(byUse.map((it, index) => [it, `--${letters(index)}`]))
  const values = new Map<string, string>()
  for (const [, property = '', value = ''] of read('src/styles/tokens.css').matchAll(
    shortDeclaration,
  )) {
    if (short.has(property) && declared.get(property)?.length === 1) values.set(property, value)
  }
  return { nameOf: (property) => short.get(property) ?? property, values }
}

/**
 * Writes short values where they are used, 30 bytes of a front page and 130 of a dashboard, and gives the
 * other properties short names, before the style sheets are named after their content.
 */
export function shortProperties({ nameOf, values }: Properties): Plugin {
  return {
    name: 'short-properties',
    apply: 'build',
    config: () => ({
      css: {
        postcss: {
          plugins: [
            {
              postcssPlugin: 'short-properties',
              Declaration(declaration) {
                if (values.has(declaration.prop)) {
                  declaration.remove()
                  return
                }
                declaration.prop = declaration.prop.replace(name, nameOf)
                declaration.value = declaration.value
                  .replace(use, (whole, property) => values.get(property) ?? whole)
                  .replace(name, nameOf)
              },
            },
          ],
        },
      },
    }),
  }
}

const style = /<style>([\s\S]*?)<\/style>/g
/** A text, in which the others have no meaning, or what ends or nests rules. */
const sign = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g
/** Browsers that know the colours of this site, `light-dark()`, imply this sign in a nested rule. */
const impliedParent = /(?<=[{};,])&(?: (?![>+~])|(?=>))(?=[^{};"']*\{)/g
const ofLayer = /^@layer ([\w-]+)\{([\s\S]*)\}$/

/**
 * Merges the styles of a page into the first one: each style needs a hash in the page's policy, and
 * separate ones compress less: 230 to 650 bytes. Rules that come again are left out, and each layer is
 * written once: a dashboard's rules are 39 kB with those that both its page and its code have, and 30 kB
 * without, which a phone has to read before its first paint.
 */
export function withOneStyle(html: string): string {
  const css = [...html.matchAll(style)]
    .map(([, rules]) => rules?.trim())
    .join('')
    .replace(/(?<=,) |\n/g, '')
    .replace(impliedParent, '')
  let isFirst = true
  return html.replace(style, () => {
    const joined = isFirst ? `<style>${withoutRepeats(css)}</style>` : ''
    isFirst = false
    return joined
  })
}

/** The first rule declares the order of the layers, so that of their blocks does not count. */
function withoutRepeats(css: string): string {
  const unlayered: string[] = []
  const layers = new Map<string, string[]>()
  for (const rule of rulesIn(css)) {
    const [, name, rules] = ofLayer.exec(rule) ?? []
    if (name === undefined || rules === undefined) unlayered.push(rule)
    else layers.set(name, [...(layers.get(name) ?? []), ...rulesIn(rules)])
  }
  const blocks = Array.from(layers, ([name, rules]) => `@layer ${name}{${lasts(rules).join('')}}`)
  return [...lasts(unlayered), ...blocks].join('')
}

/** The last of equal rules decides, so the others change nothing. */
const lasts = (rules: readonly string[]) => [...new Set(rules.toReversed())].toReversed()

/** The rules and statements of one level. */
function rulesIn(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: found, index } of css.matchAll(sign)) {
    if (found === '{') depth += 1
    if (found === '}') depth -= 1
    if (depth > 0 || !/[;}]/.test(found)) continue
    rules.push(css.slice(start, index + 1))
    start = index + 1
  }
  return [...rules, css.slice(start)].filter((rule) => rule !== '')
}

const script = /<script type="module">([\s\S]*?)<\/script>/g

/**
 * Merges the inline modules of a page into the last one: each script needs a hash in the page's policy,
 * and hashes do not compress: 74 to 125 bytes of a front page. They run after the page in their order.
 */
export function withOneScript(html: string): string {
  const modules = [...html.matchAll(script)].map(([, code]) => code?.trim() ?? '')
  if (modules.length < 2 || modules.some((code) => /^(?:import|export)\b/.test(code))) {
    return html
  }
  const merged = modules.map(oneOfMany).join('')
  let left = modules.length
  return html.replace(script, () => {
    left -= 1
    return left === 0 ? `<script type="module">${merged}</script>` : ''
  })
}

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
