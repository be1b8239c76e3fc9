import { withoutIsolates } from '../core/format/without-isolates.ts'

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
