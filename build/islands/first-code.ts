import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { landings, type Screen, screenNames } from '../../src/lib/core/navigation/screens.ts'

export interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** The table that says where the code of each screen is. */
const screenComponents = 'src/islands/dashboard/screen-components.ts'
const root = 'src/islands/roots/DashboardRoot.tsx'
/** Users land on them after sign-in. */
const landingScreens = new Set(Object.values(landings))

/** The modules of the screens. */
function findScreens(folder: string): readonly (readonly [Screen, string])[] {
  const table = join(folder, screenComponents)
  const sources = importsByProperty(parseSync(table, readFileSync(table, 'utf8')).program)
  return screenNames.toSorted().map((screen) => {
    const source = sources.get(screen)
    if (source === undefined) throw new Error(`${table} does not import the screen ${screen}`)
    return [screen, join(dirname(table), source)]
  })
}

/** @returns the name of a module's chunk, or null for a module that is not meant */
type NameChunk = (id: string, modules: Modules) => string | null

/**
 * Names the chunks of what a dashboard needs before its first content. Modules that parts share which
 * load later would become small chunks, and a slow phone spends as long on their number as on their code.
 * @param folder the project's, where ids of modules begin
 */
export function findFirstCode(folder: string): {
  /** The imports of all roots, of at least two landing screens, or without styles of any two screens. */
  readonly ofDashboards: NameChunk
  /** The rest, named after the screens that import it. */
  readonly ofScreens: NameChunk
  readonly ofOneScreen: NameChunk
} {
  const screens = findScreens(folder)
  let known: { readonly modules: Modules; readonly code: FirstCode } | undefined
  const codeOf = (modules: Modules) => {
    // The graph of one build; a development server makes several.
    if (known?.modules !== modules) {
      known = { modules, code: firstCode(folder, screens, modules) }
    }
    return known.code
  }
  const ofSome = (isMeant: (screens: readonly string[]) => boolean): NameChunk => {
    return (id, modules) => {
      const screens = codeOf(modules).screensOf.get(id)
      return screens !== undefined && isMeant(screens) ? `${screens.join('-')}-parts` : null
    }
  }
  return {
    ofDashboards: (id, modules) => (codeOf(modules).shared.has(id) ? 'dashboards' : null),
    ofScreens: ofSome(({ length }) => length > 1),
    ofOneScreen: ofSome(({ length }) => length === 1),
  }
}

interface FirstCode {
  readonly shared: ReadonlySet<string>
  /** The screens that import any other module. */
  readonly screensOf: ReadonlyMap<string, readonly Screen[]>
}

function firstCode(
  folder: string,
  screens: readonly (readonly [Screen, string])[],
  modules: Modules,
): FirstCode {
  const shared = reachedFrom(`${folder}/${root}`, modules)
  const screensOf = new Map<string, readonly Screen[]>()
  for (const [screen, file] of screens) {
    for (const id of reachedFrom(file, modules)) {
      screensOf.set(id, [...(screensOf.get(id) ?? []), screen])
    }
  }
  for (const [id, found] of screensOf) {
    const landing = found.filter((screen) => landingScreens.has(screen))
    // The styles of the first code stand in each page.
    if (landing.length > 1 || (found.length > 1 && !hasStyles(id, modules))) shared.add(id)
  }
  for (const id of shared) screensOf.delete(id)
  return { shared, screensOf }
}

function hasStyles(id: string, modules: Modules): boolean {
  return [id, ...reachedFrom(id, modules)].some((it) => it.endsWith('.css'))
}

/** Follows imports, not `import()`. */
function reachedFrom(start: string, modules: Modules): Set<string> {
  const reached = new Set([start])
  // A set takes in what is added while it is walked.
  for (const id of reached) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  }
  reached.delete(start)
  return reached
}

/**
 * The modules that the properties of a table import.
 * @param node the syntax tree (ESTree) of the file with the table
 * @returns what each property's `import()` names, by the property's name
 */
export function importsByProperty(node: unknown): Map<string, string> {
  const found = new Map<string, string>()
  collectImports(node, undefined, found)
  return found
}

function collectImports(
  node: unknown,
  property: string | undefined,
  found: Map<string, string>,
): void {
  if (typeof node !== 'object' || node === null) return
  const fields = new Map<string, unknown>(Object.entries(node))
  const type = fields.get('type')
  const name = type === 'Property' ? nameOf(fields.get('key')) : property
  const source = type === 'ImportExpression' ? textOf(fields.get('source'), 'value') : undefined
  if (name !== undefined && source !== undefined) found.set(name, source)
  for (const child of fields.values()) collectImports(child, name, found)
}

function nameOf(key: unknown): string | undefined {
  return textOf(key, 'name') ?? textOf(key, 'value')
}

function textOf(node: unknown, field: 'name' | 'value'): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const text: unknown = Reflect.get(node, field)
  return typeof text === 'string' ? text : undefined
}
