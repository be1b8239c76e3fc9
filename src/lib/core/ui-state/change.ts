import { atom, type ReadableAtom } from 'nanostores'
import { formatCount } from '../i18n/format.ts'
import { forgetWithSession } from '../storage/forget.ts'
import { $changeWords } from '../words/change.words.yaml'
import { reportFailure } from './form.ts'
import { runLong } from './long-work.ts'
import type { TopicNotices } from './notices.ts'

type Id = string | number

export interface PendingRows {
  readonly $pending: ReadableAtom<ReadonlySet<Id>>
  /** Runs a row's action, unless one of that row is already running. */
  readonly run: (id: Id, action: () => Promise<unknown>) => Promise<void>
}

/** The rows of a list with a running action, so that each action sends one request (T33). */
export function pendingRows(): PendingRows {
  const $pending = atom<ReadonlySet<Id>>(new Set())
  forgetWithSession(() => $pending.set(new Set()))

  async function run(id: Id, action: () => Promise<unknown>): Promise<void> {
    if ($pending.get().has(id)) return
    $pending.set(new Set([...$pending.get(), id]))
    try {
      await action()
    } finally {
      $pending.set(new Set([...$pending.get()].filter((other) => other !== id)))
    }
  }

  return { $pending, run }
}

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
    await runLong($changeWords.get().running, send, false)
  } catch (error) {
    await reportFailure(notices, error, { prefix: failed })
    return false
  }
  notices.success(done)
  await reload()
  return true
}

interface EachWords {
  readonly running: string
  readonly done: (count: number) => string
  readonly failed: (shown: { readonly done: string; readonly total: string }) => string
}

/**
 * Makes a call for each row, one after the other, and says how it ended: the first failure ends it, and
 * so does the user who stops it.
 * @returns the rows for which it was done
 */
export async function changeEach<Row>(
  notices: TopicNotices,
  { running, done, failed }: EachWords,
  rows: readonly Row[],
  send: (row: Row) => Promise<unknown>,
): Promise<readonly Row[]> {
  notices.drop()
  let count = 0
  try {
    await runLong(running, async ({ report, signal }) => {
      for (const row of rows) {
        if (signal.aborted) break
        report(count, rows.length)
        await send(row)
        count += 1
      }
    })
    notices.success(done(count))
  } catch (error) {
    const prefix = failed({ done: formatCount(count), total: formatCount(rows.length) })
    await reportFailure(notices, error, { prefix })
  }
  return rows.slice(0, count)
}
