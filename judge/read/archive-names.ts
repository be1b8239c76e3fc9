import * as limits from './limits.ts'

const decoder = new TextDecoder()
const localHead = 0x04034b50
const centralHead = 0x02014b50
const endOfDirectory = 0x06054b50

/**
 * The names in a ZIP archive, from the heads of its files and from the directory at its end, which is
 * what programs show; nothing is unpacked. Other archives are only searched for names.
 * @param start the beginning of the file
 * @param end its end; the whole file where it is short
 */
export function archiveNames(
  start: Uint8Array,
  end: Uint8Array = start,
): { entries: string[]; isEncrypted: boolean } {
  const entries = new Set<string>()
  let isEncrypted = false
  const take = (bytes: Uint8Array, at: number, flags: number, nameBytes: number) => {
    if ((flags & 1) === 1) isEncrypted = true
    entries.add(decoder.decode(bytes.subarray(at, at + Math.min(nameBytes, 255))))
  }
  let at = 0
  while (entries.size < limits.archiveNames && number(start, at, 4) === localHead) {
    const nameBytes = number(start, at + 26, 2)
    take(start, at + 30, number(start, at + 6, 2), nameBytes)
    at += 30 + nameBytes + number(start, at + 28, 2) + number(start, at + 18, 4)
  }
  at = directoryOf(end)
  while (entries.size < limits.archiveNames && at >= 0 && number(end, at, 4) === centralHead) {
    const nameBytes = number(end, at + 28, 2)
    take(end, at + 46, number(end, at + 8, 2), nameBytes)
    at += 46 + nameBytes + number(end, at + 30, 2) + number(end, at + 32, 2)
  }
  for (const name of namesOfOthers(start, end)) {
    if (entries.size < limits.archiveNames) entries.add(name)
  }
  return { entries: [...entries], isEncrypted }
}

/** The names in archives within an archive, and in what was packed by `tar`. */
export async function innerNames(start: Uint8Array): Promise<string[]> {
  if (start[0] === 0x1f && start[1] === 0x8b) return tarNames(await unpack(start, 'gzip'))
  if (number(start, 0, 4) !== localHead) return tarNames(start)
  const names: string[] = []
  let opened = 0
  let at = 0
  while (number(start, at, 4) === localHead && opened < limits.innerArchives) {
    const nameBytes = number(start, at + 26, 2)
    const name = decoder.decode(start.subarray(at + 30, at + 30 + nameBytes))
    const from = at + 30 + nameBytes + number(start, at + 28, 2)
    const size = number(start, at + 18, 4)
    // A streamed file has its size behind it.
    const packed = start.subarray(from, size === 0 ? undefined : from + size)
    if (/\.(?:zip|tar|jar)$/i.test(name)) {
      opened += 1
      const isPacked = number(start, at + 8, 2) === 8
      const inner = isPacked ? await unpack(packed, 'deflate-raw') : packed
      names.push(...archiveNames(inner).entries, ...tarNames(inner))
    }
    if (size === 0) break
    at = from + size
  }
  return names
}

/** As many bytes as are looked at, of what is whole or not. */
async function unpack(packed: Uint8Array, format: 'gzip' | 'deflate-raw'): Promise<Uint8Array> {
  const unpacked = new Uint8Array(limits.innerBytes)
  const stream = new Blob([Uint8Array.from(packed)]).stream()
  const reader = stream.pipeThrough(new DecompressionStream(format)).getReader()
  let length = 0
  try {
    while (length < unpacked.length) {
      const { value, done } = await reader.read()
      if (done) break
      unpacked.set(value.subarray(0, unpacked.length - length), length)
      length += value.length
    }
  } catch {
    // The names that were found before are all that there are.
  }
  reader.cancel().catch(() => undefined)
  return unpacked.subarray(0, Math.min(length, unpacked.length))
}

function tarNames(bytes: Uint8Array): string[] {
  const names: string[] = []
  for (let at = 0; names.length < limits.archiveNames && at + 512 <= bytes.length; ) {
    if (decoder.decode(bytes.subarray(at + 257, at + 262)) !== 'ustar') break
    const text = decoder.decode(bytes.subarray(at, at + 136))
    names.push(text.slice(0, 100).replace(/\0.*/s, ''))
    const size = Number.parseInt(text.slice(124, 136), 8) || 0
    at += 512 + Math.ceil(size / 512) * 512
  }
  return names
}

/** Where the directory begins, from its end, which other bytes may come before and after; -1 if there is none. */
function directoryOf(bytes: Uint8Array): number {
  for (let at = bytes.length - 22; at >= 0; at -= 1) {
    if (bytes[at] === 0x50 && number(bytes, at, 4) === endOfDirectory)
      return at - number(bytes, at + 12, 4)
  }
  return -1
}

function number(bytes: Uint8Array, at: number, size: 2 | 4): number {
  let value = 0
  for (let step = size - 1; step >= 0; step -= 1) value = value * 256 + (bytes[at + step] ?? 0)
  return value
}

/** RAR has its names as they are, 7z mostly as UTF-16 at its end. */
function namesOfOthers(start: Uint8Array, end: Uint8Array): string[] {
  const isSevenZip = number(start, 0, 4) === 0xafbc7a37
  // 'Rar!'
  if (!isSevenZip && number(start, 0, 4) !== 0x21726152) return []
  const text = [
    ...[start, end].map((it) => new TextDecoder('latin1').decode(it)),
    new TextDecoder('utf-16le').decode(end),
  ]
  return text.flatMap(namesIn)
}

/** Names with an ending, each looked for from its end back: their letters may be all that there is. */
function namesIn(text: string): string[] {
  const names: string[] = []
  let from = 0
  for (const { 0: ending, index } of text.matchAll(/\.[a-z0-9]{2,5}(?![\w.])/gi)) {
    const before = text.slice(Math.max(from, index - 101), index)
    const name = before.replace(/^.*[^\p{L}\p{N} _().-]/su, '').replace(/^[ ).-]+/, '')
    if (name.length > 1) names.push(name + ending)
    from = index + ending.length
  }
  return names
}
