import * as limits from './limits.ts'

const decoder = new TextDecoder()

/**
 * The names in a ZIP archive, from the heads of its files; nothing is unpacked.
 * An archive whose beginning was cut is read as far as it goes.
 */
export function archiveNames(bytes: Uint8Array): { entries: string[]; isEncrypted: boolean } {
  const entries: string[] = []
  let isEncrypted = false
  let at = 0
  while (entries.length < limits.archiveNames && isHead(bytes, at)) {
    const flags = short(bytes, at + 6)
    if ((flags & 1) === 1) isEncrypted = true
    const packed = short(bytes, at + 18) + short(bytes, at + 20) * 0x1_00_00
    const nameBytes = short(bytes, at + 26)
    const extraBytes = short(bytes, at + 28)
    entries.push(decoder.decode(bytes.subarray(at + 30, at + 30 + Math.min(nameBytes, 255))))
    at += 30 + nameBytes + extraBytes + packed
  }
  return { entries, isEncrypted }
}

function isHead(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 80 && bytes[at + 1] === 75 && bytes[at + 2] === 3 && bytes[at + 3] === 4
}

function short(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256
}
