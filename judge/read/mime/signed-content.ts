/** In CMS (RFC 5652): the kinds of content, as they stand in the file. */
const kind = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]
const signedData = 2
const plainData = 1
const octets = 0x04
const octetsInParts = 0x24
const explicit = 0xa0

/**
 * The mail within its signature, which mail programs show whether or not the signature holds.
 * @returns undefined for other content, such as what is encrypted
 */
export function signedContent(bytes: Uint8Array): Uint8Array | undefined {
  const outer = placeOf(bytes, signedData, 0)
  const inner = outer === -1 ? -1 : placeOf(bytes, plainData, outer)
  if (inner === -1 || bytes[inner] !== explicit) return undefined
  const parts: Uint8Array[] = []
  collect(bytes, contentOf(bytes, inner).start, parts)
  const length = parts.reduce((sum, it) => sum + it.length, 0)
  if (length === 0) return undefined
  const content = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    content.set(part, at)
    at += part.length
  }
  return content
}

/** Where it goes on after the name of a kind; -1 if there is none near. */
function placeOf(bytes: Uint8Array, number: number, from: number): number {
  const last = Math.min(bytes.length, from + 2000)
  for (let at = bytes.indexOf(kind[0] ?? 0, from); at !== -1 && at < last; ) {
    const start = at
    if (kind.every((it, step) => bytes[start + step] === it) && bytes[start + 10] === number)
      return start + 11
    at = bytes.indexOf(kind[0] ?? 0, at + 1)
  }
  return -1
}

/** The bytes of an element; one without a length ends where its parent does, or with two zeros. */
function contentOf(bytes: Uint8Array, at: number): { start: number; end: number } {
  const first = bytes[at + 1] ?? 0
  if (first < 0x80) return { start: at + 2, end: at + 2 + first }
  const count = first & 0x7f
  if (count === 0 || count > 4) return { start: at + 2, end: bytes.length }
  let length = 0
  for (let step = 0; step < count; step += 1) length = length * 256 + (bytes[at + 2 + step] ?? 0)
  return { start: at + 2 + count, end: at + 2 + count + length }
}

function collect(bytes: Uint8Array, from: number, parts: Uint8Array[]): void {
  let at = from
  while (at < bytes.length) {
    const { start, end } = contentOf(bytes, at)
    if (bytes[at] === octets) {
      parts.push(bytes.subarray(start, end))
      at = end
    } else if (bytes[at] === octetsInParts) at = start
    else return
  }
}
