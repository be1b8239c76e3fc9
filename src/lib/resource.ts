import { atom, onMount, type ReadableAtom } from 'nanostores'
import { $token } from './token.ts'

/** What a screen shows of its data: one state at a time (R298). */
export type Resource<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'loaded'
      readonly data: Data
      readonly loadedAt: Date
      /** Newer data is on its way; until then this is shown. */
      readonly isReloading: boolean
    }

export interface ResourceStore<Data> {
  readonly $resource: ReadableAtom<Resource<Data>>
  readonly reload: () => Promise<void>
}

/**
 * A screen's data: loaded when somebody first looks, forgotten when nobody does any more or when
 * another person signs in. Of several answers only the one to the newest request counts.
 */
export function createResource<Data>(load: () => Promise<Data>): ResourceStore<Data> {
  const $resource = atom<Resource<Data>>({ status: 'loading' })
  let newest = 0

  async function reload(): Promise<void> {
    newest += 1
    const request = newest
    const shown = $resource.get()
    $resource.set(
      shown.status === 'loaded' ? { ...shown, isReloading: true } : { status: 'loading' },
    )
    const resource = await load().then(
      (data) => ({ status: 'loaded', data, loadedAt: new Date(), isReloading: false }) as const,
      () => ({ status: 'failed' }) as const,
    )
    if (request === newest) $resource.set(resource)
  }

  function forget(): void {
    newest += 1
    $resource.set({ status: 'loading' })
  }

  onMount($resource, () => {
    void reload()
    const stop = $token.listen((token) => {
      forget()
      if (token !== undefined) void reload()
    })
    return () => {
      stop()
      forget()
    }
  })

  return { $resource, reload }
}
