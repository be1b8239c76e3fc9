/** Offers a text as a file to save. */
export function saveTextFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([withoutIsolates(text)], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Firefox starts the download after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A text that leaves the page: the marks that isolate data in sentences are for reading on it alone. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}
