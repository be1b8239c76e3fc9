import { crc32, deflateRawSync } from 'node:zlib'

/** The first moment that the format knows, so that the same files give the same bytes. */
const date = { time: 0, day: (1 << 5) | 1 } as const

/** Packs files in the order of their names. */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const names = [...files.keys()].toSorted()
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const content = files.get(name) ?? new Uint8Array()
    const packed = deflateRawSync(content, { level: 9 })
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    // The path is UTF-8.
    fields.writeUInt16LE(0x800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(date.time, 6)
    fields.writeUInt16LE(date.day, 8)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(path.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004'), fields, path, packed)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, entry, path)
    offset += 4 + fields.length + path.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end])
}
