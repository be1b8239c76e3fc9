import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { OrganizationResource } from '../../../lib/sign-in/organization-sign-in.ts'
import { $organizationSignInWords } from '../../../lib/sign-in/words/organization-sign-in.words.yaml'
import { Spinner } from '../../../ui/Spinner.tsx'
import { FailedLoad } from '../../core/parts/FailedLoad.tsx'

interface OrganizationDataProps<Data> {
  readonly organizationId: string
  readonly store: OrganizationResource<Data>
  readonly children: (data: Data) => ReactNode
}

/** Data of a section: loading, failed with Try Again, or loaded for this organization. */
export function OrganizationData<Data>(props: OrganizationDataProps<Data>) {
  const { organizationId, store, children } = props
  const words = useStore($organizationSignInWords)
  const resource = useStore(store.$resource)
  if (resource.status === 'failed') {
    return <FailedLoad title={words.failed} error={resource.error} onRetry={store.reload} />
  }
  // Data of the organization that was open a moment ago is replaced by that of this one.
  if (resource.status === 'loading' || resource.data.organizationId !== organizationId) {
    return <Spinner label={words.loading} />
  }
  return children(resource.data.data)
}
