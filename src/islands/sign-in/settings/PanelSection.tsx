import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import type { Capability } from '../../../lib/sign-in/capabilities.ts'
import type { OrganizationResource } from '../../../lib/sign-in/organization-sign-in.ts'
import { $organizationSignInWords } from '../../../lib/sign-in/words/organization-sign-in.words.yaml'
import type { LazyComponent } from '../../../ui/lazy-component.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { FailedLoad } from '../../core/parts/FailedLoad.tsx'
import styles from './SignInPanel.module.css'

export interface SectionProps {
  readonly organizationId: string
}

/** A section of the panel 'Sign-in'. */
export interface SignInSection {
  /** A capability that the backend needs; otherwise the section is not there. */
  readonly capability: Capability
  readonly part: LazyComponent<SectionProps>
}

interface PanelSectionProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** One section of the panel 'Sign-in'. */
export function PanelSection({ title, text, children }: PanelSectionProps) {
  const titleId = useId()
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h3 className="heading" id={titleId}>
        {title}
      </h3>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  )
}

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
