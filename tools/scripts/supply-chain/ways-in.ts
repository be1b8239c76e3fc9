import { folder, type InstalledPackage } from './lock.ts'

/**
 * For each folder the shortest way from the project to it, as names under which packages import each
 * other. Folders that no production package reaches are left out.
 */
export function waysIn(installed: readonly InstalledPackage[]): Map<string, readonly string[]> {
  const byPlace = new Map(
    installed.filter(({ dev }) => !dev).map((locked) => [locked.place, locked] as const),
  )
  const ways = new Map<string, readonly string[]>([['', []]])
  // A map yields what is added to it while it is read, so that the shortest ways come first.
  for (const [place, way] of ways) {
    for (const name of byPlace.get(place)?.imports ?? []) {
      const target = lookUp(byPlace, place, name)
      if (target !== undefined && !ways.has(target)) ways.set(target, [...way, name])
    }
  }
  return ways
}

/** Node.js looks in the own folder first, then in those around it. */
function lookUp(
  byPlace: ReadonlyMap<string, InstalledPackage>,
  from: string,
  name: string,
): string | undefined {
  const target = `${from === '' ? '' : `${from}/`}${folder}${name}`
  if (byPlace.has(target)) return target
  if (from === '') return undefined
  return lookUp(byPlace, from.slice(0, Math.max(0, from.lastIndexOf(`/${folder}`))), name)
}
