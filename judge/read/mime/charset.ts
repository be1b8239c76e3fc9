import { valueOfLetter } from './transfer.ts'

/** The name of an encoding as mail writes it, with quotes, junk or a code page's number. */
function labelOf(charset: string): string {
  const label = charset
    .trim()
    .toLowerCase()
    .replace(/^["']|["'].*$/g, '')
  const page = /^(?:cp|windows|ms|win)[-_]?(\d{3,5})$/.exec(label)?.[1]
  if (page === '65001') return 'utf-8'
  return page === undefined ? label : `windows-${page}`
}

function decoderFor(charset: string): TextDecoder | undefined {
  // These say nothing: what is sent under them is anything.
  const label = labelOf(charset)
  if (/^(?:|us-ascii|ascii|ansi_x3.*|unknown.*|x-user-defined|binary|8bit|default)$/.test(label)) {
    return undefined
  }
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of bytes in the encoding that they name. Without a name, with one that no program knows, or
 * with one that the bytes contradict: UTF-8 if it fits, else Windows-1256 where whole words are beyond
 * ASCII, which is how Arabic looks, else Windows-1252.
 */
export function decodeText(bytes: Uint8Array, charset = ''): string {
  if (/^(?:x-)?(?:unicode-[12]-[01]-)?utf-7$/.test(labelOf(charset))) return decodeUtf7(bytes)
  const decoder = decoderFor(charset)
  if (decoder !== undefined && decoder.encoding !== 'utf-8') {
    // UTF-16 is declared of mail that a transport has made to single bytes, too.
    const isWide = decoder.encoding.startsWith('utf-16')
    const isSingle = /^(?:windows|iso-8859|koi8|macintosh|ibm)/.test(decoder.encoding)
    // Letters of single bytes hardly ever look like UTF-8 by chance.
    const other = isSingle ? wholeUtf8(bytes) : undefined
    if (other !== undefined) return other
    if (!isWide || bytes.indexOf(0) !== -1) return decoder.decode(bytes)
  }
  return (
    utf8(bytes) ??
    new TextDecoder(isMostlyBeyondAscii(bytes) ? 'windows-1256' : 'windows-1252').decode(bytes)
  )
}

/** Signs in base64 between `+` and `-`; browsers have forgotten it, and mail programs have not. */
function decodeUtf7(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length)
  let length = 0
  let bits = 0
  /** Bits that are held within base64, and -1 outside. */
  let held = -1
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (held === -1) {
      if (byte === 43) held = 0
      else {
        units[length] = byte
        length += 1
      }
      continue
    }
    const value = byte === 45 ? 255 : valueOfLetter(byte)
    if (value < 64) {
      bits = ((bits << 6) | value) & 0x3f_ff_ff
      held += 6
      if (held < 16) continue
      held -= 16
      units[length] = bits >> held
      length += 1
      continue
    }
    held = -1
    // `+-` is the sign itself.
    const isSign = bytes[at - 1] === 43
    if (!isSign && byte === 45) continue
    units[length] = isSign ? 43 : byte
    length += 1
    if (!isSign || byte === 45) continue
    units[length] = byte
    length += 1
  }
  return new TextDecoder('utf-16le').decode(units.subarray(0, length))
}

function wholeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

function utf8(bytes: Uint8Array): string | undefined {
  const whole = wholeUtf8(bytes)
  if (whole !== undefined) return whole
  // A cut can fall into a letter.
  for (let cut = 1; cut < 4; cut += 1) {
    const isBegun = ((bytes[bytes.length - cut] ?? 0) & 0xc0) === 0xc0
    if (isBegun) return wholeUtf8(bytes.subarray(0, -cut))
  }
  return undefined
}

/** Whole words of such letters are Arabic; accents stand alone among Latin ones. */
function isMostlyBeyondAscii(bytes: Uint8Array): boolean {
  let beyond = 0
  let together = 0
  let before = 0
  for (const byte of bytes.subarray(0, 200_000)) {
    if (byte >= 0xc0) {
      beyond += 1
      if (before >= 0xc0) together += 1
    }
    before = byte
  }
  return together * 2 > beyond
}

/** The bytes of a mail in which each letter takes two, as UTF-8; other mail as it is. */
export function narrow(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  if (!isLittle && !isBig) return bytes
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes)
  return new TextEncoder().encode(text)
}
