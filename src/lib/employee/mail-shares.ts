/** The shares of safe and phishing mail in all scanned mail, in percent; 0 without mail. */
export function mailShares(safe: number, phishing: number): { safe: number; phishing: number } {
  const percent = 100 / Math.max(1, safe + phishing)
  return { safe: safe * percent, phishing: phishing * percent }
}
