export function isListed(_place: string, _table: string): boolean {
  return false
}
