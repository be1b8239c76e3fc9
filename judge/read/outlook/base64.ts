const digits = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
)
const bytesOfLine = 57
/** Takes about a millisecond. */
const bytesOfStep = 4096 * bytesOfLine

/** Yields lines of 76 characters, in pieces that a page can make without a halt. */
export function* base64Lines(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < bytes.length; start += bytesOfStep) {
    yield encode(bytes.subarray(start, start + bytesOfStep))
  }
}

function encode(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines = Math.ceil(bytes.length / bytesOfLine)
  const encoded = new Uint8Array(Math.ceil(bytes.length / 3) * 4 + lines * 2)
  let end = 0
  const add = (bits: number) => {
    encoded[end] = digits[bits & 63] ?? 0
    end += 1
  }
  for (let start = 0; start < bytes.length; start += 3) {
    const [first = 0, second = 0, third = 0] = [bytes[start], bytes[start + 1], bytes[start + 2]]
    add(first >> 2)
    add((first << 4) | (second >> 4))
    add((second << 2) | (third >> 6))
    add(third)
    if ((start + 3) % bytesOfLine === 0 || start + 3 >= bytes.length) {
      const padding = Math.max(0, start + 3 - bytes.length)
      encoded.fill(61, end - padding, end)
      encoded.set([13, 10], end)
      end += 2
    }
  }
  return encoded
}
