/** A text that leaves the page: the marks that isolate data in sentences are for reading on it alone. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}
