import { landings, type Screen, screenNames } from '../../src/lib/core/navigation/screens.ts'

export interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const root = 'src/islands/roots/DashboardRoot.tsx'
/** Users land on them after sign-in. */
const landingScreens = new Set(Object.values(landings))

/** The module of a screen, from the project's folder. */
export function moduleOfScreen(screen: Screen): string {
  return `src/islands/${screen}/${screen.charAt(0).toUpperCase()}${screen.slice(1)}Screen.tsx`
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
} {
  let known: { readonly modules: Modules; readonly code: FirstCode } | undefined
  const codeOf = (modules: Modules) => {
    // The graph of one build; a development server makes several.
    if (known?.modules !== modules) {
      known = { modules, code: firstCode(folder, modules) }
    }
    return known.code
  }
  return {
    ofDashboards: (id, modules) => (codeOf(modules).shared.has(id) ? 'dashboards' : null),
    ofScreens: (id, modules) => {
      const screens = codeOf(modules).screensOf.get(id)
      return screens === undefined ? null : `${screens.join('-')}-parts`
    },
  }
}

interface FirstCode {
  readonly shared: ReadonlySet<string>
  /** The screens that import any other module. */
  readonly screensOf: ReadonlyMap<string, readonly Screen[]>
}

function firstCode(folder: string, modules: Modules): FirstCode {
  const shared = reachedFrom(`${folder}/${root}`, modules)
  const screensOf = new Map<string, readonly Screen[]>()
  for (const screen of screenNames.toSorted()) {
    for (const id of reachedFrom(`${folder}/${moduleOfScreen(screen)}`, modules)) {
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
