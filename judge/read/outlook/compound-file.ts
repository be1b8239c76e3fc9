/*
 * The container of Outlook's files: folders and streams in chains of sectors (MS-CFB). A file can lie
 * about every number in it, so a chain has at most as many sectors as the file, the tree shows no entry
 * twice, and all streams together hold at most as many bytes as the file.
 */

export interface Folder {
  /** In lower case: names differ by more than that. */
  readonly name: string
  /** By their names. Reading a stream twice counts twice. */
  readonly streams: ReadonlyMap<string, () => Uint8Array<ArrayBuffer>>
  readonly folders: readonly ClosedFolder[]
}

interface ClosedFolder {
  readonly name: string
  readonly open: () => Folder
}

const signature = 0xd0cf11e0a1b11ae1n
const headerBytes = 512
const tablesInHeader = 109
const entryBytes = 128
const smallSectorBytes = 64
/** Shorter streams are in small sectors, which the root's stream holds. */
const shortestInSectors = 4096
/** Greater numbers say that a sector is free or the last one of its chain. */
const lastSector = 0xfffffffa
const endOfChain = 0xfffffffe
const lastEntry = lastSector
const folderType = 1
const streamType = 2

const utf16 = new TextDecoder('utf-16le')

export function isCompoundFile(file: ArrayBuffer): boolean {
  return file.byteLength >= headerBytes && new DataView(file).getBigUint64(0) === signature
}

/** @throws Error for a file of another kind, or whose parts contradict each other */
export function openCompoundFile(file: ArrayBuffer): Folder {
  const view = new DataView(file)
  const bytes = new Uint8Array(file)
  if (!isCompoundFile(file)) throw new Error('it is no compound file')
  const sectorBytes = 2 ** view.getUint16(30, true)
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw new Error('its sectors have another size')
  const sectors = Math.ceil(file.byteLength / sectorBytes) - 1
  const wordsOfSector = sectorBytes / 4
  const word = (offset: number) => view.getUint32(offset, true)
  const placeOf = (sector: number) => (sector + 1) * sectorBytes
  const wordIn = (sector: number, index: number) => word(placeOf(sector) + 4 * index)

  function chainFrom(first: number, next: (sector: number) => number, most = sectors): number[] {
    const chain: number[] = []
    for (let sector = first; sector <= lastSector; sector = next(sector)) {
      if (chain.length === most) throw new Error('a chain does not end')
      chain.push(sector)
    }
    return chain
  }

  /** The sector that follows each one, by the sectors of a table. */
  const nextIn = (table: readonly number[]) => (sector: number) => {
    const part = table[Math.floor(sector / wordsOfSector)]
    return part === undefined ? endOfChain : wordIn(part, sector % wordsOfSector)
  }

  function tableOfSectors(): number[] {
    const table = Array.from({ length: tablesInHeader }, (_, index) => word(76 + 4 * index))
    const hasMore = word(72) > 0
    const more = hasMore
      ? chainFrom(
          word(68),
          (sector) => wordIn(sector, wordsOfSector - 1),
          Math.ceil(sectors / wordsOfSector),
        )
      : []
    for (const sector of more) {
      for (let index = 0; index < wordsOfSector - 1; index += 1) table.push(wordIn(sector, index))
    }
    return table
  }

  const next = nextIn(tableOfSectors())
  const entries = chainFrom(word(48), next)
  const nextSmall = nextIn(word(64) === 0 ? [] : chainFrom(word(60), next))
  const small = chainFrom(word(entryAt(0) + 116), next)
  let unread = file.byteLength
  const seen = new Set<number>()

  function entryAt(index: number): number {
    const offset = index * entryBytes
    const sector = entries[Math.floor(offset / sectorBytes)]
    if (sector === undefined) throw new Error('an entry is missing')
    return placeOf(sector) + (offset % sectorBytes)
  }

  function placeOfSmall(sector: number): number {
    const offset = sector * smallSectorBytes
    return placeOf(small[Math.floor(offset / sectorBytes)] ?? sectors) + (offset % sectorBytes)
  }

  function read(first: number, size: number): Uint8Array<ArrayBuffer> {
    unread -= size
    if (unread < 0) throw new Error('the streams are longer than the file')
    const isSmall = size < shortestInSectors
    const step = isSmall ? smallSectorBytes : sectorBytes
    const content = new Uint8Array(size)
    let sector = first
    let start = 0
    while (start < size) {
      const place = isSmall ? placeOfSmall(sector) : placeOf(sector)
      let end = start + step
      let following = isSmall ? nextSmall(sector) : next(sector)
      // Most sectors of a stream lie one after the other, and are copied at once.
      while (!isSmall && end < size && following === sector + 1) {
        end += step
        sector = following
        following = next(sector)
      }
      const length = Math.min(end, size) - start
      if (place + length > bytes.length) throw new Error('a chain leaves the file')
      content.set(bytes.subarray(place, place + length), start)
      sector = following
      start = end
    }
    return content
  }

  function nameOf(entry: number): string {
    const length = Math.min(view.getUint16(entry + 64, true), 64)
    return utf16.decode(bytes.subarray(entry, entry + Math.max(0, length - 2))).toLowerCase()
  }

  function openFolder(index: number): Folder {
    const streams = new Map<string, () => Uint8Array<ArrayBuffer>>()
    const folders: ClosedFolder[] = []
    const open = [word(entryAt(index) + 76)]
    for (let child = open.pop(); child !== undefined; child = open.pop()) {
      if (child > lastEntry) continue
      if (seen.has(child)) throw new Error('an entry is there twice')
      seen.add(child)
      const opened = child
      const entry = entryAt(opened)
      const type = view.getUint8(entry + 66)
      const name = nameOf(entry)
      if (type === folderType) folders.push({ name, open: () => openFolder(opened) })
      if (type === streamType) {
        streams.set(name, () => read(word(entry + 116), word(entry + 120)))
      }
      open.push(word(entry + 68), word(entry + 72))
    }
    folders.sort((one, other) => (one.name < other.name ? -1 : 1))
    return { name: nameOf(entryAt(index)), streams, folders }
  }

  return openFolder(0)
}
