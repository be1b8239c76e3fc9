import { useStore } from '@nanostores/react'
import { organizationFactorPolicy } from '../../../lib/sign-in/factor-policy.ts'
import { $factorPolicyWords } from '../../../lib/sign-in/words/factor-policy.words.yaml'
import { FactorPolicyForm } from './FactorPolicyForm.tsx'
import type { SectionProps } from './PanelSection.tsx'
import { OrganizationData, PanelSection } from './PanelSection.tsx'

/** Whether the users of an organization need a second factor. */
export function FactorPolicySection({ organizationId }: SectionProps) {
  const words = useStore($factorPolicyWords)
  return (
    <PanelSection title={words.title} text={words.text}>
      <OrganizationData organizationId={organizationId} store={organizationFactorPolicy}>
        {(state) => (
          <FactorPolicyForm key={state.policy} state={state} organizationId={organizationId} />
        )}
      </OrganizationData>
    </PanelSection>
  )
}
