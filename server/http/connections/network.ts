import ipaddr from 'ipaddr.js'

/**
 * The network that limits apply to: the /64 of an IPv6 address, because a client can use all of it. An
 * IPv4 address in IPv6 form counts as the IPv4 address.
 */
export function limitedNetwork(address: string): string {
  const [bare = ''] = address.split('%')
  if (!ipaddr.IPv6.isValid(bare)) return address
  const read = ipaddr.process(bare)
  if (read instanceof ipaddr.IPv4) return read.toString()
  const groups = read.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
