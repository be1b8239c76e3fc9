import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { minifySync } from 'vite'
import type { OwnScripts } from '../../hosting/own-scripts.ts'
import { withFirstStyles } from './first-styles.ts'
import { hasIsland, withDirectStart, withoutNames } from './islands.ts'
import {
  readProperties,
  shortProperties,
  styleSheetsOfBuild,
  withOneScript,
  withOneStyle,
} from './style-sheets.ts'
import {
  propertiesDeclaredIn,
  propertiesUsedIn,
  withOwnLanguage,
  withUsedProperties,
  withValuesUsedOnce,
} from './used-properties.ts'

const script = /(?<=<script>)[\s\S]*?(?=<\/script>)/g

/** Minifies the scripts that Astro writes into a page as they stand in their components, comments and all. */
export function withShortScripts(html: string, ownScripts: OwnScripts): string {
  return html.replace(script, (text) => {
    // Others are refused later.
    const names = ownScripts.namesOf(text)
    if (names === undefined || text === '') return text
    const { code, errors } = minifySync('inline.js', text, { compress: true, mangle: true })
    if (errors.length > 0) throw new Error(`${names.join()}: ${errors[0]?.message}`)
    const short = code.trim()
    ownScripts.add(names.join(), short)
    return short
  })
}

const drawn = /><\/(?:circle|path|rect)>/g
/** At a tag that ends an item or a paragraph, too. */
const ended =
  /<\/li>(?=<li\b|<\/[ou]l>)|<\/p>(?=<(?:div|form|h\d|ol|p|section|ul)\b|<\/(?:dd|div|form|li|section)>)/g

/** Leaves out ends of elements that a browser adds at the same place: 90 bytes of the Arabic front page. */
export function withShortTags(html: string): string {
  return html.replace(drawn, '/>').replace(ended, '')
}

/** Makes the HTML of every page smaller without changing its content, behavior or appearance. */
export function smallerPages(ownScripts: OwnScripts): AstroIntegration {
  const styleSheets = styleSheetsOfBuild()
  const properties = readProperties(fileURLToPath(new URL('../..', import.meta.url)))
  /** By the pattern of its addresses. */
  const componentOf = new Map<string, string>()
  return {
    name: 'smaller-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [styleSheets.plugin, shortProperties(properties)] } })
      },
      'astro:routes:resolved': ({ routes }) => {
        for (const { pattern, entrypoint } of routes) componentOf.set(pattern, entrypoint)
      },
      'astro:build:done': async ({ dir, assets }) => {
        const site = fileURLToPath(dir)
        const files = await readdir(site, { recursive: true })
        const sheets = await styleSheets.read(site, files)
        const kept = {
          touched: (await read(lateStyles)).flatMap(propertiesUsedIn).map(properties.nameOf),
          island: [...sheets.ofChunk.values()]
            .flat()
            .flatMap((sheet) => propertiesUsedIn(sheets.rulesOf.get(sheet) ?? '')),
        }
        const changing = new Set(
          (await read(arabicStyles)).flatMap(propertiesDeclaredIn).map(properties.nameOf),
        )
        for (const [pattern, pages] of assets) {
          for (const page of pages.filter(({ pathname }) => pathname.endsWith('.html'))) {
            const component = componentOf.get(pattern) ?? ''
            const html = withFirstStyles(await readFile(page, 'utf8'), component, sheets)
            const started = withDirectStart(html, ownScripts)
            await writeFile(page, smaller(withShortScripts(started, ownScripts), kept, changing))
          }
        }
        await styleSheets.removeUnused(site)
        for (const name of await readdir(site, { recursive: true })) {
          if (!/\.(?:html|js|css)$/.test(name)) continue
          refuseScopes(name, await readFile(join(site, name), 'utf8'))
        }
      },
    },
  }
}

/** Styles that come with the script of a touched part. */
const lateStyles = [
  'src/ui/notices.css',
  'src/islands/core/judged/judged-mail.css',
  'src/islands/public-page/try/try-mail.css',
]

/** A page that changes to Arabic in place has other values then. */
const arabicStyles = ['src/styles/arabic.css', 'src/styles/arabic-accounts.css']

function read(styles: readonly string[]): Promise<string[]> {
  return Promise.all(
    styles.map((path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')),
  )
}

function smaller(
  html: string,
  kept: Readonly<Record<'touched' | 'island', string[]>>,
  changing: ReadonlySet<string>,
): string {
  const page = withShortTags(withOneStyle(withOneScript(withoutNames(html))))
  // The language of a page with an island changes in place.
  if (hasIsland(html)) return withFewProperties(page, kept.island, changing)
  return withFewProperties(withOwnLanguage(page), html.includes('data-touch') ? kept.touched : [])
}

function withFewProperties(
  page: string,
  names: readonly string[],
  changing?: ReadonlySet<string>,
): string {
  const kept = new Set(names)
  return withValuesUsedOnce(withUsedProperties(page, kept), kept, changing)
}

/**
 * Fails at the scope of a style that Astro writes on every tag: of a front page 300 bytes more than rules
 * that are nested in the class of their part.
 */
export function refuseScopes(file: string, text: string): void {
  if (text.includes('data-astro-cid-')) {
    throw new Error(
      `${file} has a scope of Astro's: write <style is:global>, with the rules nested in a class`,
    )
  }
}
