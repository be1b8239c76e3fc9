/** Lines of a header, as 'Show original' of a mail program and a forwarded mail have them. */
const header = /^\s*(?:[A-Za-z][\w-]*:.*(?:\r?\n[ \t].*)*\r?\n)+\s*\r?\n/

/** A pasted text with the lines of its header is a whole mail; undefined for any other. */
export function wholeMailIn(text: string): string | undefined {
  const [lines] = header.exec(text) ?? []
  return lines !== undefined && /^(?:from|received):/im.test(lines) ? text.trimStart() : undefined
}
