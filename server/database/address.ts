/*
 * Where a database is, as a text: a path of the file system or `:memory:` for SQLite, a URL for
 * PostgreSQL.
 */

/** PostgreSQL allows 100 in all unless told otherwise. */
export const usualConnections = 10

export function isPostgresUrl(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address)
}

/** The path, or host and name; never the password that a URL holds. */
export function placeOf(address: string): string {
  if (!isPostgresUrl(address)) return address
  const { host, pathname, searchParams } = new URL(address)
  return `${decodeURIComponent(host || searchParams.get('host') || 'localhost')}${pathname}`
}

/** For whoever starts a server. */
export function describeAddress(address: string): string {
  return `${isPostgresUrl(address) ? 'PostgreSQL' : 'SQLite'} at ${placeOf(address)}`
}
