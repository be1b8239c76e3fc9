/** Two letters, two check digits and 11 to 30 more signs, in groups or not. */
const pattern = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}\b/gi

/** How many signs an IBAN of a country has (ISO 13616). */
const lengths = new Map(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

export interface Account {
  /** Without spaces. */
  readonly iban: string
  /** As it stands in the mail. */
  readonly said: string
}

/** The IBANs in a text whose check digits are right; at most 20. */
export function ibansIn(text: string): Account[] {
  const found = new Map<string, Account>()
  for (const [match] of text.slice(0, 40_000).matchAll(pattern)) {
    const signs = match.toUpperCase().replace(/[ -]/g, '')
    // A word may follow without a sign between, so that the length of the country decides.
    const iban = signs.slice(0, lengths.get(signs.slice(0, 2)) ?? 0)
    if (iban.length > 4 && isIban(iban)) found.set(iban, { iban, said: saidOf(match, iban.length) })
    if (found.size === 20) break
  }
  return [...found.values()]
}

/** So much of a match as has a number of signs. */
function saidOf(match: string, signs: number): string {
  let left = signs
  let end = 0
  while (left > 0 && end < match.length) {
    if (!/[ -]/.test(match.charAt(end))) left -= 1
    end += 1
  }
  return match.slice(0, end)
}

function isIban(iban: string): boolean {
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
