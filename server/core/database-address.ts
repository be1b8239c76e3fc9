/*
 * Addresses of databases: a file system path or `:memory:` for SQLite, a URL for PostgreSQL.
 */

/** PostgreSQL allows 100 connections in total by default. */
export const usualConnections = 10

export function isPostgresUrl(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address)
}

/** The path, or the host and database name, without the password in a URL. */
export function placeOf(address: string): string {
  if (!isPostgresUrl(address)) return address
  const { host, pathname, searchParams } = new URL(address)
  return `${decodeURIComponent(host || searchParams.get('host') || 'localhost')}${pathname}`
}

/** The address in words, for the operator. */
export function describeAddress(address: string): string {
  return `${isPostgresUrl(address) ? 'PostgreSQL' : 'SQLite'} at ${placeOf(address)}`
}
