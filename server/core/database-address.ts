/*
 * Addresses of databases: a file system path or `:memory:` for SQLite, a URL for PostgreSQL.
 */

/** PostgreSQL allows 100 connections in total by default. */
export const usualConnections = 10

export function isPostgresUrl(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address)
}

/** A URL for each host of one that may name several, as those of libpq: `@one:5432,two:5432/name`. */
export function hostUrls(url: string): readonly string[] {
  // A comma may also be part of the password.
  const [, before, hosts = '', after] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

const writable = 'read-write'
/** Undefined for what is no URL. */
const wantedSession = (url: string) => URL.parse(url)?.searchParams.get('target_session_attrs')

/** Whether only a host that takes writes will do. */
export function needsWritableHost(url: string): boolean {
  return hostUrls(url).every((one) => wantedSession(one) === writable)
}

/** One of several hosts may be a standby, so a list has to say that only a writable one will do. */
export function isDatabaseUrl(address: string): boolean {
  if (!isPostgresUrl(address)) return false
  if (!needsWritableHost(address)) return wantedSession(address) === null
  const urls = hostUrls(address).map((url) => new URL(url))
  return urls.length === 1 || urls.every(namesItsHost)
}

/** Parameters with these names would win over each host of a list. */
function namesItsHost({ host, searchParams }: URL): boolean {
  return host !== '' && !searchParams.has('host') && !searchParams.has('port')
}

/** The path, or the hosts and the database name, without the password in a URL. */
export function placeOf(address: string): string {
  if (!isPostgresUrl(address)) return address
  const urls = hostUrls(address).map((url) => new URL(url))
  const hosts = urls.map(({ host, searchParams }) =>
    decodeURIComponent(host || searchParams.get('host') || 'localhost'),
  )
  return `${hosts.join(',')}${urls[0]?.pathname}`
}

/** The address in words, for the operator. */
export function describeAddress(address: string): string {
  return `${isPostgresUrl(address) ? 'PostgreSQL' : 'SQLite'} at ${placeOf(address)}`
}
