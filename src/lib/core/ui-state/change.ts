import { $changeWords } from '../words/change.words.yaml'
import { reportFailure } from './form.ts'
import type { TopicNotices } from './notices.ts'

interface ChangeWords {
  readonly done: string
  readonly failed?: string
}

/**
 * Makes a call outside a form and says how it ended.
 * @param reload loads the list again that shows the change
 * @returns whether it was done
 */
export async function makeChange(
  notices: TopicNotices,
  { done, failed = $changeWords.get().failed }: ChangeWords,
  send: () => Promise<unknown>,
  reload: () => Promise<unknown>,
): Promise<boolean> {
  notices.drop()
  try {
    await send()
  } catch (error) {
    await reportFailure(notices, error, { prefix: failed })
    return false
  }
  notices.success(done)
  await reload()
  return true
}
