import { isIPv6 } from 'node:net'

const groups = 8

/**
 * The network that limits apply to: the /64 of an IPv6 address, because a client can use all of it. An
 * IPv4 address in IPv6 form counts as the IPv4 address.
 */
export function limitedNetwork(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const parts = groupsOf(bare)
  if (parts.slice(0, 5).every((group) => group === '0') && parts[5] === 'ffff') {
    const [high = 0, low = 0] = parts.slice(6).map((group) => Number.parseInt(group, 16))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${parts.slice(0, groups / 2).join(':')}::/64`
}

/** The eight groups of a valid address, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  return [
    ...left,
    ...Array.from({ length: groups - left.length - right.length }, () => '0'),
    ...right,
  ]
}
