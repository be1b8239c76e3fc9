import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Below this size, compression saves less than the look-up costs. */
export const smallestBytes = 512

/** The codings that browsers accept, the smallest first, at their slowest and best. */
export const compressions = [
  {
    coding: 'br',
    ending: 'br',
    compress: (body: Buffer): Promise<Buffer> =>
      brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      }),
  },
  {
    coding: 'gzip',
    ending: 'gz',
    compress: (body: Buffer): Promise<Buffer> => gzipped(body, { level: 9 }),
  },
] as const
