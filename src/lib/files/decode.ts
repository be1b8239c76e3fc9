const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * Reads the text of a file: in the encoding of its byte order mark, else UTF-8, else Windows-1256, in
 * which Excel exports Arabic and whose accented Latin letters are mostly those of Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return new TextDecoder(marked.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}
