import { storableLine } from '../../contract/core/basic.ts'

/** Names from before line breaks were rejected may contain some. */
export function asOneLine(line: string): string {
  return storableLine(line).trim()
}
