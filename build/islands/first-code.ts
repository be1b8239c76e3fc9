import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { type Screen, screenNames } from '../../src/lib/core/navigation/screens.ts'
import { importsByProperty } from './screen-imports.ts'

export interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** The table that says where the code of each screen is. */
const screenComponents = 'src/islands/dashboard/screen-components.ts'
const root = 'src/islands/roots/DashboardRoot.tsx'

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
  /** The imports of all roots, or of at least two screens. */
  readonly ofDashboards: NameChunk
  /** The rest, named after the screen that imports it. */
  readonly ofScreen: NameChunk
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
  return {
    ofDashboards: (id, modules) => (codeOf(modules).shared.has(id) ? 'dashboards' : null),
    ofScreen: (id, modules) => {
      const screen = codeOf(modules).screenOf.get(id)
      return screen === undefined ? null : `${screen}-parts`
    },
  }
}

interface FirstCode {
  readonly shared: ReadonlySet<string>
  /** The screen that imports any other module. */
  readonly screenOf: ReadonlyMap<string, Screen>
}

function firstCode(
  folder: string,
  screens: readonly (readonly [Screen, string])[],
  modules: Modules,
): FirstCode {
  const shared = reachedFrom(`${folder}/${root}`, modules)
  const screenOf = new Map<string, Screen>()
  for (const [screen, file] of screens) {
    for (const id of reachedFrom(file, modules)) {
      if (screenOf.has(id)) shared.add(id)
      screenOf.set(id, screen)
    }
  }
  for (const id of shared) screenOf.delete(id)
  return { shared, screenOf }
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
