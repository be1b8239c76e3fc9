import type { TopicNotices } from './notices.ts'

interface CopyWords {
  readonly copied: string
  readonly notCopied: string
}

/**
 * Copies a text, and says whether that worked.
 * @returns false if the browser does not allow it, as on a page that is not encrypted
 */
export async function copyText(
  text: string,
  notices: TopicNotices,
  words: CopyWords,
): Promise<boolean> {
  notices.drop()
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    notices.remark(words.notCopied)
    return false
  }
  notices.success(words.copied)
  return true
}
