import { atom, computed, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../storage/forget.ts'

export interface Notice {
  readonly id: number
  /** A problem stays until it is dismissed or resolved; the others disappear after a while. */
  readonly kind: 'problem' | 'success' | 'remark'
  readonly text: string
  /** The reference of the request that failed; see `HttpError`. */
  readonly reference?: string | undefined
  /** Why it failed and what to do next, where the text does not say it. */
  readonly cause?: string | undefined
  /** The form or action that it belongs to. */
  readonly topic: string
  /** The number of dialogs open when it appeared; it belongs to the innermost one. */
  readonly depth: number
}

/** The notices of one form or action; a new one replaces the one before. */
export interface TopicNotices {
  /** Shows what went wrong or is missing. */
  readonly problem: (text: string, why?: Pick<Notice, 'reference' | 'cause'>) => void
  /** Shows that an action succeeded and removes the topic's problem. */
  readonly success: (text: string) => void
  /** Shows any other message. */
  readonly remark: (text: string) => void
  /** Shows that something goes on, until it is dropped. */
  readonly wait: (text: string) => void
  /** Removes the topic's notices at the start of a new attempt. */
  readonly drop: () => void
}

/** The requirement is at least 6 s; slow readers get a little more. */
export const readingMs = 8000

const $all = atom<readonly Notice[]>([])
const $openDialogs = atom(0)
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

forgetWithSession(() => {
  keep(() => false)
  $all.set([])
  $openDialogs.set(0)
})

/** The visible notices, oldest first. Notices from before a dialog opened are hidden until it closes. */
export const $notices: ReadableAtom<readonly Notice[]> = computed(
  [$all, $openDialogs],
  (all, open) => all.filter(({ depth }) => depth >= open),
)

export function noticesAbout(topic: string): TopicNotices {
  return {
    problem: (text, why) => void show('problem', text, topic, why),
    success: (text) => leaveLater(show('success', text, topic)),
    remark: (text) => leaveLater(show('remark', text, topic)),
    wait: (text) => void show('remark', text, topic),
    drop: () => keep((notice) => notice.topic !== topic),
  }
}

export function dismissNotice(id: number): void {
  keep((notice) => notice.id !== id)
}

/**
 * Called when a dialog opens; new notices belong to it.
 * @returns a function for when it closes: removes its problems and moves its successes to the page
 */
export function enterDialog(): () => void {
  const depth = $openDialogs.get() + 1
  $openDialogs.set(depth)
  return () => {
    keep((notice) => notice.kind !== 'problem' || notice.depth < depth)
    const outside = Math.min($openDialogs.get(), depth - 1)
    $all.set($all.get().map((notice) => ({ ...notice, depth: Math.min(notice.depth, outside) })))
    $openDialogs.set(outside)
  }
}

function show(
  kind: Notice['kind'],
  text: string,
  topic: string,
  why?: Pick<Notice, 'reference' | 'cause'>,
): number {
  lastId += 1
  const others = $all.get().filter((notice) => notice.topic !== topic)
  const notice = { id: lastId, kind, text, ...why, topic, depth: $openDialogs.get() }
  $all.set([...others, notice])
  return lastId
}

function leaveLater(id: number): void {
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), readingMs),
  )
}

function keep(isKept: (notice: Notice) => boolean): void {
  const kept = $all.get().filter(isKept)
  for (const [id, timer] of timers) {
    if (kept.some((notice) => notice.id === id)) continue
    clearTimeout(timer)
    timers.delete(id)
  }
  if (kept.length < $all.get().length) $all.set(kept)
}
