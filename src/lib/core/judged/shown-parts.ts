import type { ReadMail } from '../../../../judge/read/read-mail.ts'

/** Letters of the text that are shown; more would only slow the page down. */
export const longestText = 10_000
export const mostOtherLinks = 50
export const mostFiles = 20
export const mostMailboxes = 5

export function shownText({ text }: ReadMail): string {
  return text.slice(0, longestText)
}
