interface Entity {
  readonly name: string
  readonly text: string
  readonly needsSemicolon: boolean
}

/**
 * The names of HTML's characters as `entities` walks through them (that package describes the
 * words), from a text that compresses to half of what its own form does
 * (`build/smaller-pages/without-entity-table.ts`).
 * @param lines the characters in order: the distance from the one before in base 36, unless it is 1, then its
 * names, with `!` for one that needs no semicolon, then what else the names stand for
 */
export function entityTree(lines: string): Uint16Array {
  let code = 0
  const entities = lines.split('\n').flatMap((line): Entity[] => {
    const [distance, names = '', more = ''] = line.split(' ')
    code += distance ? Number.parseInt(distance, 36) : 1
    const text = String.fromCodePoint(code) + more
    return names.split(',').map((name) => {
      const needsSemicolon = !name.endsWith('!')
      return { name: needsSemicolon ? name : name.slice(0, -1), text, needsSemicolon }
    })
  })
  entities.sort((one, other) => (one.name < other.name ? -1 : 1))
  const words: number[] = []
  /** Names that begin with the same letters: a head, the text, the next letters, and where each goes on. */
  function write(from: number, to: number, depth: number): void {
    const head = words.push(0) - 1
    const { name = '', text = '', needsSemicolon = false } = entities[from] ?? {}
    const isWhole = name.length === depth
    const starts: number[] = []
    for (let at = isWhole ? from + 1 : from; at < to; at += 1) {
      const before = starts.length > 0 ? letterOf(at - 1) : -1
      if (letterOf(at) !== before) starts.push(at)
    }
    function letterOf(at: number): number {
      return entities[at]?.name.charCodeAt(depth) ?? 0
    }
    words[head] = starts.length << 7
    if (isWhole) {
      words[head] |= ((text.length + 1) << 14) | (Number(needsSemicolon) << 13)
      for (let at = 0; at < text.length; at += 1) words.push(text.charCodeAt(at))
    }
    const letters = starts.map(letterOf)
    for (let at = 0; at < letters.length; at += 2) {
      words.push((letters[at] ?? 0) | ((letters[at + 1] ?? 0) << 8))
    }
    const places = words.length
    const end = words.push(...starts)
    for (const [at, start] of starts.entries()) {
      words[places + at] = words.length - end
      write(start, starts[at + 1] ?? to, depth + 1)
    }
  }
  write(0, entities.length, 0)
  return Uint16Array.from(words)
}
