/**
 * Decodes one label of a domain (RFC 3492). Browsers can encode, in `new URL`, but not decode.
 * @param encoded the text after `xn--`
 * @returns undefined for invalid Punycode
 */
export function decodePunycode(encoded: string): string | undefined {
  const end = encoded.lastIndexOf('-')
  const output = Array.from(encoded.slice(0, Math.max(0, end)), (letter) => letter.charCodeAt(0))
  let [code, bias, index] = [128, 72, 0]
  for (let position = end + 1; position < encoded.length; ) {
    const before = index
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = Number.parseInt(encoded.charAt(position), 36)
      position += 1
      // Punycode has letters before digits; base 36 has digits first.
      const value = digit < 10 ? digit + 26 : digit - 10
      if (Number.isNaN(digit) || index > 1e9) return undefined
      index += value * weight
      const threshold = Math.min(26, Math.max(1, k - bias))
      if (value < threshold) break
      weight *= 36 - threshold
    }
    const length = output.length + 1
    let delta = Math.floor((index - before) / (before === 0 ? 700 : 2))
    delta += Math.floor(delta / length)
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35)
    bias += Math.floor((36 * delta) / (delta + 38))
    code += Math.floor(index / length)
    index %= length
    if (code > 0x10ffff) return undefined
    output.splice(index, 0, code)
    index += 1
  }
  return String.fromCodePoint(...output)
}
