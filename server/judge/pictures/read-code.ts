import { decode as decodeJpeg } from 'jpeg-js'
import decodeQr from 'qr/decode.js'

/** A picture in shades of gray, a byte for each point, from the top left. */
interface Gray {
  readonly width: number
  readonly height: number
  readonly points: Uint8Array
}

/** Greater pictures are not looked at. */
const mostPoints = 4_000_000
/** A longer side gives every second point, or fewer, so that all pictures take about the same time. */
const mostSide = 900

/** @param shadeAt of a point of the whole picture, row by row */
function shrink(width: number, height: number, shadeAt: (x: number, y: number) => number): Gray {
  const step = Math.ceil(Math.max(width, height) / mostSide)
  const small = { width: Math.ceil(width / step), height: Math.ceil(height / step) }
  const points = new Uint8Array(small.width * small.height)
  let at = 0
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      points[at] = shadeAt(x, y)
      at += 1
    }
  }
  return { ...small, points }
}

const signature = [0x89, 0x50, 0x4e, 0x47]
/** Channels by the kind of colour. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const isPng = (bytes: Uint8Array) => signature.every((it, at) => bytes[at] === it)

/** @returns undefined for one that is broken, too large, or written in passes */
async function readPng(bytes: Uint8Array): Promise<Gray | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const data: Uint8Array[] = []
  let palette = new Uint8Array()
  let alphas = new Uint8Array()
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IDAT') data.push(content)
    if (name === 'PLTE') palette = Uint8Array.from(content)
    if (name === 'tRNS') alphas = Uint8Array.from(content)
    if (name === 'IEND') break
    at += 12 + length
  }
  if (bytes.length < 33) return undefined
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth = 0, kind = 0, , , passes = 0] = bytes.subarray(24, 29)
  const channels = channelsOf[kind]
  const isKnown = channels !== undefined && [1, 2, 4, 8, 16].includes(depth) && passes === 0
  if (!isKnown || width * height === 0 || width * height > mostPoints) return undefined
  const lineBytes = Math.ceil((width * channels * depth) / 8)
  const pointBytes = Math.max(1, (channels * depth) / 8)
  const raw = await inflate(data, (lineBytes + 1) * height)
  if (raw === undefined) return undefined
  const start = (y: number) => y * (lineBytes + 1) + 1
  let above: Uint8Array = new Uint8Array(lineBytes)
  for (let y = 0; y < height; y += 1) {
    const line = raw.subarray(start(y), start(y) + lineBytes)
    unfilter(line, above, raw[start(y) - 1] ?? 0, pointBytes)
    above = line
  }
  const most = 2 ** depth - 1
  const sample = (index: number, y: number) => {
    if (depth >= 8) return raw[start(y) + index * (depth / 8)] ?? 0
    const bit = index * depth
    return ((raw[start(y) + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most
  }
  const shades = Uint8Array.from({ length: palette.length / 3 }, (_, color) => {
    const [red = 0, green = 0, blue = 0] = palette.subarray(color * 3, color * 3 + 3)
    return aboveWhite(0.3 * red + 0.59 * green + 0.11 * blue, alphas[color])
  })
  const scale = depth < 8 ? 255 / most : 1
  return shrink(width, height, (x, y) => {
    const at = x * channels
    const first = sample(at, y)
    if (kind === 3) return shades[first] ?? 0
    if (kind === 0) return first * scale
    if (kind === 4) return aboveWhite(first, sample(at + 1, y))
    const shade = 0.3 * first + 0.59 * sample(at + 1, y) + 0.11 * sample(at + 2, y)
    return kind === 6 ? aboveWhite(shade, sample(at + 3, y)) : shade
  })
}

const aboveWhite = (shade: number, alpha = 255) => 255 + ((shade - 255) * alpha) / 255

/** Each line says how its bytes differ from those to the left and above. */
function unfilter(line: Uint8Array, above: Uint8Array, filter: number, pointBytes: number): void {
  const { length } = line
  if (filter === 1) {
    for (let at = pointBytes; at < length; at += 1)
      line[at] = (line[at] ?? 0) + (line[at - pointBytes] ?? 0)
  } else if (filter === 2) {
    for (let at = 0; at < length; at += 1) line[at] = (line[at] ?? 0) + (above[at] ?? 0)
  } else if (filter > 2) {
    for (let at = 0; at < length; at += 1) {
      const isFirst = at < pointBytes
      const left = isFirst ? 0 : (line[at - pointBytes] ?? 0)
      const up = above[at] ?? 0
      const corner = isFirst ? 0 : (above[at - pointBytes] ?? 0)
      line[at] = (line[at] ?? 0) + (filter === 3 ? (left + up) >> 1 : nearest(left, up, corner))
    }
  }
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** Exactly so many bytes, whatever else is packed; undefined where there are fewer. */
async function inflate(
  parts: readonly Uint8Array[],
  size: number,
): Promise<Uint8Array | undefined> {
  const unpacked = new Uint8Array(size)
  const packed = new Blob(parts.map((it) => Uint8Array.from(it))).stream()
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader()
  let length = 0
  try {
    while (length < size) {
      const { value, done } = await reader.read()
      if (done) return undefined
      unpacked.set(value.subarray(0, size - length), length)
      length += value.length
    }
  } catch {
    return undefined
  } finally {
    reader.cancel().catch(() => undefined)
  }
  return unpacked
}

/** The text of a QR code in a picture; undefined for none, and for kinds of pictures that are not read. */
export async function readCode(bytes: Uint8Array): Promise<string | undefined> {
  const gray = isPng(bytes) ? await readPng(bytes) : isJpeg(bytes) ? readJpeg(bytes) : undefined
  if (gray === undefined || Math.min(gray.width, gray.height) < leastSide) return undefined
  const { width, height, points } = gray
  const data = new Uint8Array(points.length * 3)
  for (let at = 0; at < data.length; at += 1) data[at] = points[Math.floor(at / 3)] ?? 0
  try {
    // Without a clock, so that the same picture gives the same answer on every machine.
    return decodeQr({ width, height, data }, { effort: 1, timeLimit: Number.MAX_SAFE_INTEGER })
  } catch {
    return undefined
  }
}

/** The smallest code has 21 points on each side. */
const leastSide = 21

/** A picture whose kind is read here. */
export const isReadable = (bytes: Uint8Array) => isPng(bytes) || isJpeg(bytes)

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8

function readJpeg(bytes: Uint8Array): Gray | undefined {
  try {
    const { width, height, data } = decodeJpeg(bytes, {
      useTArray: true,
      formatAsRGBA: false,
      tolerantDecoding: true,
      // The first channel is then how bright a point is.
      colorTransform: false,
      maxResolutionInMP: mostPoints / 1e6,
      maxMemoryUsageInMB: 64,
    })
    return shrink(width, height, (x, y) => data[(y * width + x) * 3] ?? 0)
  } catch {
    return undefined
  }
}
