/*
 * One form for domains beyond ASCII, however they were written: their own letters, which look-alikes are found
 * in, and which readers see (RFC 3492).
 */

const [base, least, most, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128]
const firstLetter = 0xa1
const longestLabel = 63

/** @param host as a browser has it, in ASCII */
export function unicodeHost(host: string): string {
  if (!host.includes('xn--')) return host
  return host
    .split('.')
    .map((it) => (it.startsWith('xn--') ? (decodeLabel(it.slice(4)) ?? it) : it))
    .join('.')
}

/** A domain as it stands in an address. */
export function oneForm(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (!/[^\x00-\x7f]|xn--/i.test(domain)) return domain
  try {
    return unicodeHost(new URL(`https://${domain}`).hostname)
  } catch {
    return domain
  }
}

function decodeLabel(label: string): string | undefined {
  if (label.length > longestLabel) return undefined
  const dash = label.lastIndexOf('-')
  const letters = [...label.slice(0, Math.max(0, dash))]
  let [code, place, bias] = [firstCode, 0, firstBias]
  for (let at = dash + 1; at < label.length; ) {
    const before = place
    let weight = 1
    for (let step = base; ; step += base) {
      const digit = digitOf(label.charCodeAt(at))
      at += 1
      if (digit === undefined) return undefined
      place += digit * weight
      const limit = Math.min(most, Math.max(least, step - bias))
      if (digit < limit) break
      weight *= base - limit
    }
    const count = letters.length + 1
    bias = adapt(place - before, count, before === 0)
    code += Math.floor(place / count)
    place %= count
    if (code < firstLetter || code > 0x10_ff_ff) return undefined
    letters.splice(place, 0, String.fromCodePoint(code))
    place += 1
  }
  return letters.join('')
}

function digitOf(code: number): number | undefined {
  if (code >= 48 && code <= 57) return code - 22
  const letter = (code | 32) - 97
  return letter >= 0 && letter < 26 ? letter : undefined
}

function adapt(distance: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(distance / (isFirst ? damp : 2))
  rest += Math.floor(rest / count)
  let step = 0
  for (; rest > ((base - least) * most) / 2; step += base) rest = Math.floor(rest / (base - least))
  return step + Math.floor((base * rest) / (rest + skew))
}
