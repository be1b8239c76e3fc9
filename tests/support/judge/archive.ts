/** A ZIP archive with one empty file, of which only the names are read. */
export function archive(flags: number): string {
  const name = 'list.txt'
  const bytes = (...values: readonly number[]) => String.fromCharCode(...values)
  const shared = `${bytes(20, 0, flags, 0)}${'\0'.repeat(20)}${bytes(name.length, 0)}`
  const local = `PK\x03\x04${shared}\0\0${name}`
  const central = `PK\x01\x02\x14\0${shared}${'\0'.repeat(16)}${name}`
  const sizes = bytes(1, 0, 1, 0, central.length, 0, 0, 0, local.length, 0, 0, 0)
  return `${local}${central}PK\x05\x06\0\0\0\0${sizes}\0\0`
}
