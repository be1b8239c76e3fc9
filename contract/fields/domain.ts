/** A label of a host name; an underscore stands in some that send mail all the same. */
const label = /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?$/

/**
 * The one form in which domains are kept and compared: IDNA in ASCII, lower case, no final dot,
 * ideographic full stops read as dots.
 * @returns undefined for what is not a domain, an IP address included
 */
export function canonicalDomain(text: string): string | undefined {
  // A URL would read these as a port, a path, an escape or a user's name.
  if (/[\s:/\\?#%@[\]]/.test(text)) return undefined
  const domain = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  const labels = domain.split('.')
  const isDomain = labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isDomain ? domain : undefined
}
