/** Whether a client accepts a coding (RFC 9110, section 12.5.3); `q=0` excludes it. */
export function acceptsEncoding(header: string | string[] | undefined, coding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return name === coding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
    })
}

/** Whether a client has this content (RFC 9110, section 13.1.2); proxies may mark the tag as weak. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
