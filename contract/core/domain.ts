/** A label of a host name. Some domains that send mail contain an underscore. */
const label = /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?$/

/** As long as a name in the DNS may be. */
const longestDomain = 253
const notAscii = /\P{ASCII}/u
/**
 * Longer than a label in the DNS. The time to write the letters of one in ASCII grows with the square of
 * its length.
 */
const tooLongLabel = /[^.\u3002\uFF0E\uFF61]{64}/u

/**
 * The canonical form in which domains are stored and compared: IDNA in ASCII, lower case, without a
 * final dot, ideographic full stops read as dots.
 * @returns undefined for text that is not a domain, including an IP address
 */
export function canonicalDomain(text: string): string | undefined {
  if (text.length > longestDomain) return undefined
  if (notAscii.test(text) && tooLongLabel.test(text)) return undefined
  // The URL parser would read these as a port, a path, an escape or a user name.
  if (/[\s:/\\?#%@[\]]/.test(text)) return undefined
  const domain = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  const labels = domain.split('.')
  const isDomain = labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isDomain ? domain : undefined
}
