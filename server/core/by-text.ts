/** The order of texts by their code units, as databases have that of ids and times. */
export function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
