/** A header field, its key in lower case and its lines joined. */
export interface Header {
  readonly key: string
  readonly value: string
}

/** More than any honest mail has of the lines that are asked for. */
const mostBytes = 200_000

/** The header fields of a block, in their order; bytes are read as Latin-1, which changes none. */
export function readHeaders(block: Buffer | undefined): Header[] {
  if (block === undefined) return []
  const text = block.subarray(0, mostBytes).toString('latin1')
  return text
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const end = line.indexOf(':')
      if (end <= 0) return []
      return [{ key: line.slice(0, end).trim().toLowerCase(), value: line.slice(end + 1).trim() }]
    })
}
