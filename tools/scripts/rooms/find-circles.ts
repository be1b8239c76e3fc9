interface Edge {
  readonly from: string
  readonly to: string
}

/** @returns the names in each circle, sorted; an edge from a name to itself is none */
export function findCircles(edges: readonly Edge[]): string[][] {
  const reached = reachedFromEach(edges)
  const inCircles = [...reached.keys()].filter((name) => reached.get(name)?.has(name)).toSorted()
  const circles = inCircles.map((name) =>
    inCircles.filter((other) => reached.get(name)?.has(other) && reached.get(other)?.has(name)),
  )
  // Each name of a circle gives the same one.
  return circles.filter(([first], index) => first === inCircles[index])
}

function reachedFromEach(edges: readonly Edge[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  }
  const reached = (start: string) => {
    const found = new Set<string>()
    const open = [start]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const next of targets.get(name) ?? []) {
        if (found.has(next)) continue
        found.add(next)
        open.push(next)
      }
    }
    return found
  }
  return new Map([...targets.keys()].map((name) => [name, reached(name)]))
}
