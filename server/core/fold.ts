/** Text as names are compared: width, composition and case do not matter (NFKC, lower case). */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
