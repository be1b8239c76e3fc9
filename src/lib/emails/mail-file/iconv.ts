/** Stands for the package `iconv-lite` where a .msg is read: browsers decode its encodings themselves. */
export function decode(bytes: Uint8Array, encoding: string): string {
  return decoderOf(encoding).decode(bytes)
}

function decoderOf(encoding: string): TextDecoder {
  const label = /^\d+$/.test(encoding) ? `windows-${encoding}` : encoding
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
