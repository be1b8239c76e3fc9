export interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const root = 'src/islands/dashboard/DashboardRoot.tsx'
/** The screens that people land on after sign-in. */
const screens = ['employee/Employee', 'team/Team', 'admin/Admin'].map(
  (name) => `src/islands/dashboard/${name}Screen.tsx`,
)

/**
 * Finds the modules that the dashboards need before their first content: what the root of all imports,
 * or at least two of the screens. What only parts share that are loaded later stays out.
 * @param folder the project's, where ids of modules begin
 * @returns whether a module belongs to them
 */
export function findFirstCode(folder: string): (id: string, modules: Modules) => boolean {
  let known: { readonly modules: Modules; readonly ids: ReadonlySet<string> } | undefined
  return (id, modules) => {
    // The graph of one build; a development server makes several.
    if (known?.modules !== modules) known = { modules, ids: firstCode(folder, modules) }
    return known.ids.has(id)
  }
}

function firstCode(folder: string, modules: Modules): ReadonlySet<string> {
  const shared = reachedFrom(`${folder}/${root}`, modules)
  const counts = new Map<string, number>()
  for (const screen of screens) {
    for (const id of reachedFrom(`${folder}/${screen}`, modules)) {
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  for (const [id, count] of counts) if (count > 1) shared.add(id)
  return shared
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
