/**
 * The name that was probably meant.
 * @param mostEdits how many letters may differ; the default is a third of them
 */
export function nearest(
  written: string,
  names: Iterable<string>,
  mostEdits = written.length / 3,
): string | undefined {
  // Names of another length are further away; most variables of an environment are.
  const near = [...names].filter((name) => Math.abs(name.length - written.length) <= mostEdits)
  const distances = near.map((name) => ({ name, edits: editsBetween(written, name) }))
  const [best] = distances.sort((one, other) => one.edits - other.edits)
  return best !== undefined && best.edits <= mostEdits ? best.name : undefined
}

/** How many letters must be added, left out or replaced (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= other.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
