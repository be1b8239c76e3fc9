/** Two letters, two check digits and 11 to 30 more signs, in groups or not. */
const pattern = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}\b/g

/** The IBANs in a text whose check digits are right, without spaces; at most 20. */
export function ibansIn(text: string): string[] {
  const found = new Set<string>()
  for (const [match] of text.slice(0, 40_000).toUpperCase().matchAll(pattern)) {
    const signs = match.replace(/[ -]/g, '')
    // A word may follow without a sign between: the longest beginning that is right counts.
    for (let length = Math.min(signs.length, 34); length >= 15; length -= 1) {
      const iban = signs.slice(0, length)
      if (isIban(iban)) {
        found.add(iban)
        break
      }
    }
    if (found.size === 20) break
  }
  return [...found]
}

function isIban(iban: string): boolean {
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
