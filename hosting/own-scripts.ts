import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import loadDirective from 'astro/client/load.prebuilt.js'
import onlyDirective from 'astro/client/only.prebuilt.js'
// biome-ignore lint/style/noRestrictedImports: it is Astro's server, not that of the project
import islandRuntime from 'astro/runtime/server/astro-island.prebuilt.js'

/** The inline scripts of the project and of Astro, by name. Pages may have no others. */
export interface OwnScripts {
  add(name: string, text: string): void
  /** @returns the names of the scripts that a text consists of; undefined if there is none of that text */
  namesOf(text: string): string[] | undefined
}

/** A script that Astro writes into the page as it stands in its component, after the values for it. */
interface WithValues {
  readonly name: string
  readonly body: string
}

const inlineInComponent =
  /<script\b(?=[^>]*\bis:inline\b)(?=[^>]*\bdefine:vars\b)[^>]*>([\s\S]*?)<\/script>/g
const value = /^const \w+ = (.*);$/

/** @param root the project's folder, whose components have inline scripts with values */
export function createOwnScripts(root: string): OwnScripts {
  const names = new Map<string, string>([
    [islandRuntime, 'astro: islands'],
    [loadDirective, 'astro: client:load'],
    [onlyDirective, 'astro: client:only'],
  ])
  const withValues = globSync('{build,src}/**/*.astro', { cwd: root }).flatMap(
    (name): WithValues[] => {
      const source = readFileSync(join(root, name), 'utf8')
      return [...source.matchAll(inlineInComponent)].map(([, body = '']) => ({ name, body }))
    },
  )
  const nameOf = (text: string) =>
    names.get(text) ?? withValues.find(({ body }) => isWithValues(text, body))?.name
  return {
    add: (name, text) => names.set(text, name),
    namesOf: (text) => {
      const name = nameOf(text)
      return name === undefined ? partsOf(text, names) : [name]
    },
  }
}

/** Values are data: what stands before the body of the component has no code. */
function isWithValues(text: string, body: string): boolean {
  const [start, end] = ['(function(){', `${body}})();`]
  if (!text.startsWith(start) || !text.endsWith(end)) return false
  const lines = text.slice(start.length, -end.length).trimEnd().split('\n')
  return lines.every((line) => isJson(value.exec(line)?.[1] ?? ''))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The names of the scripts that `withOneScript` has made one of. */
function partsOf(text: string, names: ReadonlyMap<string, string>): string[] | undefined {
  if (text === '') return []
  for (const [own, name] of names) {
    const part = oneOfMany(own)
    if (!text.startsWith(part)) continue
    const others = partsOf(text.slice(part.length), names)
    if (others !== undefined) return [name, ...others]
  }
  return undefined
}

/** A script as one of several that are merged, each with names of its own. */
export function oneOfMany(text: string): string {
  return `(()=>{${text}})();`
}
