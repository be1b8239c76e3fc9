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
      /** Why the last refresh failed; what is shown is from before it (A1210). */
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
 * @param subject what is asked for, where that changes: data about another one is not kept after a
 * failure, and with `notKept` none is, because a failure is shown in its place
 */
export function createResource<Data>(
  load: (showPart: ShowPart<Data>) => Promise<Data>,
  subject: () => string | undefined = () => '',
): ResourceStore<Data> {
  const $resource = atom<Resource<Data>>({ status: 'loading' })
  let newest = 0
  let isWanted = false
  let shownSubject: string | undefined

  async function reload(): Promise<void> {
    newest += 1
    const request = newest
    const shown = $resource.get()
    const asked = subject()
    $resource.set(
      shown.status === 'loaded' ? { ...shown, isReloading: true } : { status: 'loading' },
    )
    const showPart = (data: Data) => {
      // The loaded data is more complete than this part.
      if (request !== newest || $resource.get().status === 'loaded') return
      shownSubject = asked
      $resource.set(loaded(data, { isPart: true, isReloading: true }))
    }
    const resource = await load(showPart).then(
      (data) => loaded(data, { isPart: false, isReloading: false }),
      (error: unknown) =>
        failed($resource.get(), error, asked !== undefined && asked === shownSubject),
    )
    if (request !== newest) return
    if (resource.status === 'loaded') shownSubject = asked
    $resource.set(resource)
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

/** The subject of data of which none is kept after a failure. */
export const notKept = () => undefined

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
function failed<Data>(shown: Resource<Data>, error: unknown, isOfSubject: boolean): Resource<Data> {
  if (shown.status !== 'loaded' || isForbidden(error) || !isOfSubject) {
    return { status: 'failed', error }
  }
  return { ...shown, isReloading: false, ...(shown.isPart ? {} : { failure: error }) }
}
