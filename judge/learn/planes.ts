import { GapReader, writeGap } from './gaps.ts'

/** Most bytes of a plane are 0, so that it is stored as its other bytes, each after the gap to it. */
const dense = 0
const sparse = 1
const headBytes = 5

/** The smaller of both forms, after its kind and length. */
export function writePlane(plane: Uint8Array): Uint8Array {
  const gaps: number[] = []
  let last = -1
  for (let at = 0; at < plane.length && gaps.length < plane.length; at += 1) {
    const value = plane[at] ?? 0
    if (value === 0) continue
    writeGap(gaps, at - last - 1)
    gaps.push(value)
    last = at
  }
  const isSparse = gaps.length < plane.length
  const content = isSparse ? Uint8Array.from(gaps) : plane
  const bytes = new Uint8Array(headBytes + content.length)
  bytes[0] = isSparse ? sparse : dense
  new DataView(bytes.buffer).setUint32(1, content.length, true)
  bytes.set(content, headBytes)
  return bytes
}

/**
 * @returns the plane, and where it ends
 * @throws RangeError for bytes that `writePlane` has not made for this size
 */
export function readPlane(
  bytes: Uint8Array,
  start: number,
  size: number,
): { readonly plane: Uint8Array; readonly end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = start + headBytes
  const end = first <= bytes.length ? first + view.getUint32(start + 1, true) : Infinity
  if (end > bytes.length) throw new RangeError('A plane is cut off.')
  if (bytes[start] === dense && end - first === size) return { plane: bytes.slice(first, end), end }
  if (bytes[start] !== sparse) throw new RangeError('A plane has another form.')
  const plane = new Uint8Array(size)
  const reader = new GapReader(bytes.subarray(0, end), first)
  let place = -1
  while (reader.at < end) {
    place += reader.next() + 1
    const value = reader.byte()
    if (place >= size || value === 0) throw new RangeError('A plane has another size.')
    plane[place] = value
  }
  return { plane, end }
}
