import { atom, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../storage/forget.ts'

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
