import { atom, type ReadableAtom } from 'nanostores'
import { createResource, type ResourceStore } from '../core/api/resource.ts'
import { forgetWithSession } from '../core/storage/forget.ts'

const $opened = atom<string | undefined>()
forgetWithSession(() => $opened.set(undefined))

/** The organization whose panel 'Sign-in' is open. */
export const $signInOrganization: ReadableAtom<string | undefined> = $opened

/** @returns a function for when the panel closes */
export function openSignIn(organizationId: string): () => void {
  $opened.set(organizationId)
  return () => $opened.set(undefined)
}

export type OrganizationResource<Data> = ResourceStore<{
  readonly organizationId: string
  readonly data: Data
}>

/** Data of the organization whose panel is open. */
export function createOrganizationResource<Data>(
  load: (organizationId: string) => Promise<Data>,
): OrganizationResource<Data> {
  const resource = createResource(
    async () => {
      const organizationId = openedOrganization()
      return { organizationId, data: await load(organizationId) }
    },
    ({ organizationId }) => organizationId === openedOrganization(),
  )
  $opened.listen((organizationId) => {
    const shown = resource.$resource.value
    // It may be kept for a moment after another panel has closed.
    const isOfAnother = shown?.status === 'loaded' && shown.data.organizationId !== organizationId
    if (organizationId !== undefined && isOfAnother) void resource.reload()
  })
  return {
    ...resource,
    async reload() {
      // A change may end after the panel has closed.
      if ($opened.get() !== undefined) await resource.reload()
    },
  }
}

export function openedOrganization(): string {
  return $opened.get() ?? ''
}
