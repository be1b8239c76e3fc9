import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { OrganizationResource } from '../../../lib/sign-in/organization-sign-in.ts'
import { $organizationSignInWords } from '../../../lib/sign-in/words/organization-sign-in.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'

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
    return (
      <StateMessage icon="warning" title={words.failed} isProblem error={resource.error}>
        <Button onClick={() => void store.reload()}>{words.tryAgain}</Button>
      </StateMessage>
    )
  }
  // Data of the organization that was open a moment ago is replaced by that of this one.
  if (resource.status === 'loading' || resource.data.organizationId !== organizationId) {
    return <Spinner label={words.loading} />
  }
  return children(resource.data.data)
}
