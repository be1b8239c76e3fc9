const lineFeed = 10

/** The bytes of a text of ASCII. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
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

/** From 0 to 63, or 255. */
export const valueOfLetter = (byte: number | undefined) => alphabet[byte ?? 0] ?? 255

/** Whatever stands between the letters is passed over, padding in the middle too. */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(Math.ceil((bytes.length * 3) / 4))
  let length = 0
  let bits = 0
  let held = 0
  for (let at = 0; at < bytes.length; at += 1) {
    // Most letters stand in whole groups.
    for (; held === 0 && at + 3 < bytes.length; at += 4) {
      const [a, b] = [valueOfLetter(bytes[at]), valueOfLetter(bytes[at + 1])]
      const [c, d] = [valueOfLetter(bytes[at + 2]), valueOfLetter(bytes[at + 3])]
      if ((a | b | c | d) > 63) break
      decoded[length] = (a << 2) | (b >> 4)
      decoded[length + 1] = (b << 4) | (c >> 2)
      decoded[length + 2] = (c << 6) | d
      length += 3
    }
    if (at >= bytes.length) break
    const value = valueOfLetter(bytes[at])
    if (value === 255) {
      // After padding another text begins.
      if (bytes[at] === 61) held = 0
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

const digits = new Int8Array(256).fill(-1)
for (const [value, letter] of [...'0123456789abcdef'].entries()) {
  digits[letter.charCodeAt(0)] = value
  digits[letter.toUpperCase().charCodeAt(0)] = value
}
const hex = (byte: number | undefined) => (byte === undefined ? -1 : (digits[byte] ?? -1))

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
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(lineFeed, start)
    if (end === -1) end = bytes.length
    const stop = bytes[end - 1] === 13 ? end - 1 : end
    if (isFrame(bytes, start, stop)) continue
    const value = (at: number) => (at < stop ? ((bytes[at] ?? 32) - 32) & 63 : 0)
    let left = value(start)
    for (let at = start + 1; at < stop && left > 0; at += 4) {
      const [a, b, c, d] = [value(at), value(at + 1), value(at + 2), value(at + 3)]
      decoded[length] = (a << 2) | (b >> 4)
      decoded[length + 1] = (b << 4) | (c >> 2)
      decoded[length + 2] = (c << 6) | d
      length += Math.min(3, left)
      left -= 3
    }
  }
  return decoded.subarray(0, length)
}

/** A line that holds nothing. */
function isFrame(bytes: Uint8Array, start: number, stop: number): boolean {
  const first = bytes[start]
  if (start < stop && first !== 98 && first !== 101 && first !== 96 && first !== 32) return false
  const line = latin1(bytes.subarray(start, Math.min(stop, start + 200)))
  return /^(?:begin(?:-base64)? \d|end\s*$|`?\s*$)/.test(line)
}

/** @param encoding of a part, however it is written: `base64;x`, `x-base64`, `b`, an encoded word */
export function decodeBody(bytes: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.toLowerCase()
  if (/base64|^\s*b\s*$/.test(name)) return decodeBase64(bytes)
  if (/quoted|^\s*q\s*$/.test(name)) return decodeQuoted(bytes)
  if (/uu/.test(name)) return decodeUuencoded(bytes)
  return bytes
}
