import { lazy } from '../../../ui/lazy-component.ts'
import type { SignInSection } from './section.ts'

/** The sections of the panel 'Sign-in' in their order; the code of each is separate. */
export const signInSections: readonly SignInSection[] = [
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
    part: lazy(async () => (await import('./FactorPolicySection.tsx')).FactorPolicySection),
  },
  {
    capability: 'scim',
    part: lazy(async () => (await import('./ScimSection.tsx')).ScimSection),
  },
]
