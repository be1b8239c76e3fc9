import { atom, computed, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../storage/forget.ts'

/** An action that lasts long, as it is shown. */
export interface LongWork {
  readonly id: number
  /** The work, in words. */
  readonly text: string
  readonly done: number
  /** Undefined while it is not known how much there is to do. */
  readonly total: number | undefined
  readonly isStopping: boolean
  /** Whether stopping it leaves something whole. */
  readonly mayStop: boolean
  readonly stop: () => void
}

interface Worker {
  /** Says how far it is. */
  readonly report: (done: number, total?: number) => void
  /** Aborted when the user stops it. */
  readonly signal: AbortSignal
}

/** Shorter work is over before a reader has found out that it has begun. */
const showAfterMs = 1000

const $all = atom<readonly (LongWork & { readonly isShown: boolean })[]>([])
let lastId = 0

/** The actions that have lasted for more than a second, oldest first. */
export const $longWork: ReadableAtom<readonly LongWork[]> = computed($all, (all) =>
  all.filter(({ isShown }) => isShown),
)

forgetWithSession(() => {
  for (const { stop } of $all.get()) stop()
  $all.set([])
})

/** Runs an action that may last long, and shows how far it is and how to stop it. */
export async function runLong<Result>(
  text: string,
  run: (worker: Worker) => Promise<Result>,
  mayStop = true,
): Promise<Result> {
  lastId += 1
  const id = lastId
  const controller = new AbortController()
  const change = (changed: Partial<(typeof $all.value)[number]>) =>
    $all.set($all.get().map((work) => (work.id === id ? { ...work, ...changed } : work)))
  const stop = () => {
    controller.abort()
    change({ isStopping: true })
  }
  $all.set([
    ...$all.get(),
    {
      ...{ id, text, done: 0, total: undefined },
      ...{ isStopping: false, mayStop, isShown: false, stop },
    },
  ])
  const timer = setTimeout(() => change({ isShown: true }), showAfterMs)
  try {
    return await run({
      report: (done, total) => change({ done, total }),
      signal: controller.signal,
    })
  } finally {
    clearTimeout(timer)
    $all.set($all.get().filter((work) => work.id !== id))
  }
}
