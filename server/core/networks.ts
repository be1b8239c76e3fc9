import { BlockList, isIP } from 'node:net'

/** Comma-separated networks in CIDR notation, for example `192.0.2.0/24, 2001:db8::/32`. */
export type NetworkList = string

/** @returns false if an entry is neither a network nor an address */
export function isNetworkList(text: NetworkList): boolean {
  return entriesOf(text).every(({ address, prefix }) => {
    const longest = longestPrefix(address)
    return longest !== undefined && prefix <= longest
  })
}

/** An empty list allows every address; an unknown address is in no network. */
export function isWithin(text: NetworkList, address: string): boolean {
  const entries = entriesOf(text)
  if (entries.length === 0) return true
  const family = familyOf(address)
  if (family === undefined) return false
  const networks = new BlockList()
  for (const entry of entries) {
    const ofEntry = familyOf(entry.address)
    if (ofEntry !== undefined) networks.addSubnet(entry.address, entry.prefix, ofEntry)
  }
  // Also matches an IPv4 address in IPv6 form.
  return networks.check(address, family)
}

/** Unlike `isWithin`, an empty list names no address. */
export function isNamed(text: NetworkList, address = ''): boolean {
  return entriesOf(text).length > 0 && isWithin(text, address)
}

function entriesOf(text: NetworkList) {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.flatMap((entry) => {
    if (entry === '') return []
    const [, address = entry, prefix] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? []
    const length = prefix === undefined ? longestPrefix(address) : Number(prefix)
    return { address, prefix: length ?? Number.POSITIVE_INFINITY }
  })
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}

function longestPrefix(address: string): number | undefined {
  const family = familyOf(address)
  if (family === undefined) return undefined
  return family === 'ipv4' ? 32 : 128
}
