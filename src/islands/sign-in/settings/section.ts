import type { Capability } from '../../../lib/sign-in/capabilities.ts'
import type { LazyComponent } from '../../../ui/lazy-component.ts'

export interface SectionProps {
  readonly organizationId: string
}

/** A section of the panel 'Sign-in'. */
export interface SignInSection {
  /** A capability that the backend needs; otherwise the section is not there. */
  readonly capability: Capability
  readonly part: LazyComponent<SectionProps>
}
