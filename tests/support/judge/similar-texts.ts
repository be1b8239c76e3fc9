interface Comparable {
  readonly id: string
  readonly subject: string
  readonly body: string
}

/** Pairs of texts that share at least half of the shorter one's runs of four words. */
export function similarPairs(texts: readonly Comparable[]): (readonly string[])[] {
  const runs = texts.map(runsOf)
  const holders = new Map<string, number[]>()
  runs.forEach((set, at) => {
    for (const run of set) holders.set(run, [...(holders.get(run) ?? []), at])
  })
  const shared = new Map<string, number>()
  for (const indexes of holders.values())
    for (const one of indexes)
      for (const other of indexes)
        if (one < other) shared.set(`${one} ${other}`, (shared.get(`${one} ${other}`) ?? 0) + 1)
  return [...shared].flatMap(([pair, count]) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number)
    const shorter = Math.min(runs[one]?.size ?? 0, runs[other]?.size ?? 0)
    return count / shorter < 0.5 ? [] : [[texts[one]?.id ?? '', texts[other]?.id ?? '']]
  })
}

/** Runs of four words, without slots and signs. */
function runsOf({ subject, body }: Comparable): Set<string> {
  const words = `${subject} ${body}`
    .toLowerCase()
    .replace(/\{[a-z]+\}|\]\([a-z]*\)/gi, ' ')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const all = words ?? []
  return new Set(all.slice(3).map((_, at) => all.slice(at, at + 4).join(' ')))
}
