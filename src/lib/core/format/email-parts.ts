/** An email address after whose @ it may be broken. */
export function emailParts(address: string): readonly [beforeDomain: string, domain: string] {
  const domain = address.lastIndexOf('@') + 1
  return [address.slice(0, domain), address.slice(domain)]
}
