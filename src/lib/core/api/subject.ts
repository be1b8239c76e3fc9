import { computed, onMount, type ReadableAtom } from 'nanostores'
import { $router } from '../navigation/router.ts'
import type { ViewOf } from '../navigation/screens.ts'
import { createResource, type Resource, type ResourceStore } from './resource.ts'

/** The id of what a view is about, in the address (`?view=user&id=7`); empty where another view is open. */
export function subjectOf(view: ViewOf<'admin'>): ReadableAtom<string> {
  return computed($router, (page) => (page?.search.view === view ? (page.search.id ?? '') : ''))
}

/** Data of the subject in the address, and never that of the one that was open before it. */
export function resourceOf<Data>(
  $subject: ReadableAtom<string>,
  load: (id: string) => Promise<Data>,
): ResourceStore<Data> {
  const loaded = createResource(
    async () => {
      const id = $subject.get()
      return { id, data: await load(id) }
    },
    ({ id }) => id === $subject.get(),
  )
  onSubject(loaded.$resource, $subject, loaded.reload)
  return {
    ...loaded,
    $resource: computed([loaded.$resource, $subject], (resource, id): Resource<Data> => {
      if (resource.status !== 'loaded') return resource
      const isOther = id !== '' && resource.data.id !== id
      return isOther ? { status: 'loading' } : { ...resource, data: resource.data.data }
    }),
  }
}

/** Loads a store again for each other subject. */
export function onSubject(
  $store: ReadableAtom,
  $subject: ReadableAtom<string>,
  reload: () => Promise<void>,
): void {
  onMount($store, () =>
    $subject.listen((id) => {
      if (id !== '') void reload()
    }),
  )
}
