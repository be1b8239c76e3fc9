/** RFC 9116 recommends less than a year. */
const securityTxtDays = 300

/** A release is read for years, so the server says until when its security.txt is valid. */
export const expiresMarker = 'security-txt-expires.invalid'

/** When a security.txt that is written now expires. */
export function securityTxtExpires(now: Date): string {
  const expires = new Date(now)
  expires.setUTCDate(expires.getUTCDate() + securityTxtDays)
  expires.setUTCHours(0, 0, 0, 0)
  return expires.toISOString()
}
