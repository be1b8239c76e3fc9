import { atom, onMount, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../session/forget.ts'
import { $token } from '../session/token.ts'

/** What a screen shows of its data: one state at a time (R298). */
export type Resource<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'loaded'
      readonly data: Data
      readonly loadedAt: Date
      /** Only the beginning; the rest is on its way, or could not be loaded. */
      readonly isPart: boolean
      /** Newer or more data is on its way; until then this is shown. */
      readonly isReloading: boolean
    }

export interface ResourceStore<Data> {
  readonly $resource: ReadableAtom<Resource<Data>>
  readonly reload: () => Promise<void>
}

/** Shows what is there already while the rest is on its way. */
type ShowPart<Data> = (part: Data) => void

/**
 * A screen's data: loaded when somebody first looks, forgotten when nobody does any more or when
 * another person signs in. Of several answers only the one to the newest request counts.
 */
export function createResource<Data>(
  load: (showPart: ShowPart<Data>) => Promise<Data>,
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
      // What is shown already is more than a part.
      if (request !== newest || $resource.get().status === 'loaded') return
      $resource.set(loaded(data, { isPart: true, isReloading: true }))
    }
    const resource = await load(showPart).then(
      (data) => loaded(data, { isPart: false, isReloading: false }),
      () => failed($resource.get()),
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

/**
 * Begins to load, and waits where the answer is here already, so that the first that is drawn is the
 * data. It does not wait for an answer that is still on its way.
 */
export function loadedIfAnswered({ $resource }: ResourceStore<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const stop = $resource.listen(finish)
    // An answer that is here is read before the next task.
    const timer = setTimeout(finish)
    function finish() {
      clearTimeout(timer)
      stop()
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

/** Somebody may be at work with a part already: it stays, and says that it is one. */
function failed<Data>(shown: Resource<Data>): Resource<Data> {
  if (shown.status === 'loaded' && shown.isPart) return { ...shown, isReloading: false }
  return { status: 'failed' }
}
