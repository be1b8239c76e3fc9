const lineFeed = 10

/** The bytes of a text of ASCII. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)
}

export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  }
  return text
}

const alphabet = new Uint8Array(256).fill(255)
for (const [value, letter] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  alphabet[letter.charCodeAt(0)] = value
}
// The alphabet of addresses, which mail programs take as well.
alphabet[45] = 62
alphabet[95] = 63

/** Whatever stands between the letters is passed over, padding in the middle too. */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(Math.ceil((bytes.length * 3) / 4))
  let length = 0
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    const value = alphabet[byte] ?? 255
    if (value === 255) {
      // After padding another text begins.
      if (byte === 61) held = 0
      continue
    }
    bits = ((bits << 6) | value) & 0xff_ff_ff
    held += 6
    if (held < 8) continue
    held -= 8
    decoded[length] = (bits >> held) & 0xff
    length += 1
  }
  return decoded.subarray(0, length)
}

const hex = (byte: number | undefined) => {
  const value = byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(value) ? -1 : value
}

/** @param isHeader in an encoded word `_` is a space */
export function decodeQuoted(bytes: Uint8Array, isHeader = false): Uint8Array {
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0
    if (byte === 61) {
      const [high, low] = [hex(bytes[at + 1]), hex(bytes[at + 2])]
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low
        at += 2
      } else {
        // A line that goes on, perhaps with spaces before its end.
        let end = at + 1
        while (bytes[end] === 32 || bytes[end] === 9 || bytes[end] === 13) end += 1
        if (bytes[end] === lineFeed || end >= bytes.length) {
          at = end
          continue
        }
      }
    } else if (isHeader && byte === 95) byte = 32
    decoded[length] = byte
    length += 1
  }
  return decoded.subarray(0, length)
}

/** From the line `begin` to the line `end`. */
function decodeUuencoded(bytes: Uint8Array): Uint8Array {
  const decoded: number[] = []
  for (const line of latin1(bytes).split(/\r?\n/)) {
    if (/^(?:begin(?:-base64)? \d|end\s*$|`?\s*$)/.test(line)) continue
    const count = (line.charCodeAt(0) - 32) & 63
    const until = decoded.length + count
    for (let at = 1; at < line.length; at += 4) {
      const [a, b, c, d] = [0, 1, 2, 3].map(
        (step) => ((line.charCodeAt(at + step) || 32) - 32) & 63,
      ) as [number, number, number, number]
      for (const byte of [(a << 2) | (b >> 4), (b << 4) | (c >> 2), (c << 6) | d]) {
        if (decoded.length < until) decoded.push(byte & 0xff)
      }
    }
  }
  return Uint8Array.from(decoded)
}

/** @param encoding of a part, however it is written: `base64;x`, `x-base64`, `b`, an encoded word */
export function decodeBody(bytes: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.toLowerCase()
  if (/base64|^\s*b\s*$/.test(name)) return decodeBase64(bytes)
  if (/quoted|^\s*q\s*$/.test(name)) return decodeQuoted(bytes)
  if (/uu/.test(name)) return decodeUuencoded(bytes)
  return bytes
}
