import { decode as decodeJpeg } from 'jpeg-js'
import decodeQr from 'qr/decode.js'
import { type Gray, isPng, mostPoints, readPng, shrink } from './read-png.ts'

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
