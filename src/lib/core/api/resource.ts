import { atom, onMount, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../storage/forget.ts'
import { $token } from '../storage/token.ts'
import { isForbidden } from './errors.ts'

/** The state of a screen's data (R298). */
export type Resource<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | {
      readonly status: 'loaded'
      readonly data: Data
      readonly loadedAt: Date
      /** Only the first part; the rest is loading or could not be loaded. */
      readonly isPart: boolean
      /** Newer or more data is loading; this is shown meanwhile. */
      readonly isReloading: boolean
      /** Why the last refresh failed; what is shown is from before it. */
      readonly failure?: unknown
    }

export interface ResourceStore<Data> {
  readonly $resource: ReadableAtom<Resource<Data>>
  readonly reload: () => Promise<void>
}

/** Shows the first part while the rest is loading. */
type ShowPart<Data> = (part: Data) => void

/**
 * A screen's data: loaded with the first subscriber, cleared after the last one leaves or when another
 * user signs in. Only the response to the latest request counts.
 * @param isKept whether what is shown stays after a failure: not where something else was asked for
 */
export function createResource<Data>(
  load: (showPart: ShowPart<Data>) => Promise<Data>,
  isKept: (shown: Data) => boolean = () => true,
): ResourceStore<Data> {
  const $resource = atom<Resource<Data>>({ status: 'loading' })
  let newest = 0
  let isWanted = false

  async function reload(): Promise<void> {
    newest += 1
    const request = newest
    const shown = $resource.get()
    $resource.set(
      shown.status === 'loaded' ? { ...shown, isReloading: true } : { status: 'loading' },
    )
    const showPart = (data: Data) => {
      // The loaded data is more complete than this part.
      if (request !== newest || $resource.get().status === 'loaded') return
      $resource.set(loaded(data, { isPart: true, isReloading: true }))
    }
    const resource = await load(showPart).then(
      (data) => loaded(data, { isPart: false, isReloading: false }),
      (error: unknown) => failed($resource.get(), error, isKept),
    )
    if (request === newest) $resource.set(resource)
  }

  function forget(): void {
    newest += 1
    $resource.set({ status: 'loading' })
  }

  forgetWithSession(() => {
    forget()
    if (isWanted && $token.get() !== undefined) void reload()
  })

  onMount($resource, () => {
    isWanted = true
    void reload()
    return () => {
      isWanted = false
      forget()
    }
  })

  return { $resource, reload }
}

/** For data in whose place a failure is shown. */
export const notKept = () => false

/** Longer than the first render of a screen takes on a slow phone. */
const firstRenderMs = 10_000

/**
 * Starts loading, and waits if the response has already arrived, so that the first render shows the
 * data. Does not wait for a pending response.
 */
export function loadedIfAnswered({ $resource }: ResourceStore<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const stop = $resource.listen(finish)
    // A response that has arrived is processed before the next task.
    const timer = setTimeout(finish)
    function finish() {
      clearTimeout(timer)
      // A store without subscribers forgets its data, and the screen subscribes when it is rendered.
      setTimeout(stop, firstRenderMs)
      resolve()
    }
    if ($resource.get().status !== 'loading') finish()
  })
}

function loaded<Data>(
  data: Data,
  state: { readonly isPart: boolean; readonly isReloading: boolean },
): Resource<Data> {
  return { status: 'loaded', data, loadedAt: new Date(), ...state }
}

/**
 * Keeps what is shown, because the user may be working with it, unless this user may not see it or it is
 * about something else.
 */
function failed<Data>(
  shown: Resource<Data>,
  error: unknown,
  isKept: (data: Data) => boolean,
): Resource<Data> {
  if (shown.status !== 'loaded' || isForbidden(error) || !isKept(shown.data)) {
    return { status: 'failed', error }
  }
  return { ...shown, isReloading: false, ...(shown.isPart ? {} : { failure: error }) }
}
