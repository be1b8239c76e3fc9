import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { $capabilities } from '../../../lib/sign-in/capabilities.ts'
import { $signInOrganization, openSignIn } from '../../../lib/sign-in/organization-sign-in.ts'
import { lazy, useInOrder } from '../../../ui/lazy-component.ts'
import { LazyPart } from '../../core/parts/LazyPart.tsx'
import type { SectionProps, SignInSection } from './PanelSection.tsx'
import styles from './SignInPanel.module.css'

/** The sections of the panel 'Sign-in' in their order; the code of each is separate. */
const signInSections: readonly SignInSection[] = [
  {
    capability: 'email-domains',
    part: lazy(async () => (await import('./DomainsSection.tsx')).DomainsSection),
  },
  {
    capability: 'single-sign-on',
    part: lazy(async () => (await import('./SingleSignOnSection.tsx')).SingleSignOnSection),
  },
  {
    capability: 'factor-policy',
    part: lazy(async () => (await import('./FactorPolicyForm.tsx')).FactorPolicySection),
  },
  {
    capability: 'scim',
    part: lazy(async () => (await import('./ScimSection.tsx')).ScimSection),
  },
]

/** How the users of an organization sign in: what the backend can do of it. */
export function SignInPanel({ organizationId }: SectionProps) {
  const can = useStore($capabilities)
  const opened = useStore($signInOrganization)
  useEffect(() => openSignIn(organizationId), [organizationId])
  const sections = useMemo(
    () => signInSections.filter(({ capability }) => can.has(capability)),
    [can],
  )
  const parts = useMemo(() => sections.map(({ part }) => part), [sections])
  const count = useInOrder(parts)
  // The sections load the data of the opened organization.
  if (opened !== organizationId) return null
  return (
    <div className={styles.panel}>
      {sections.slice(0, count).map(({ capability, part }) => (
        <LazyPart key={capability} part={part} props={{ organizationId }} />
      ))}
    </div>
  )
}
