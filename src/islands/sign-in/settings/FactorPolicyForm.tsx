import { useStore } from '@nanostores/react'
import { displayDate } from '../../../lib/core/i18n/format.ts'
import {
  type FactorPolicyState,
  factorPolicies,
  organizationFactorPolicy,
  saveFactorPolicy,
} from '../../../lib/sign-in/factor-policy.ts'
import { $factorPolicyWords } from '../../../lib/sign-in/words/factor-policy.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Choices } from '../../../ui/Choices.tsx'
import { useForm } from '../../../ui/use-form.ts'
import styles from './FactorPolicyForm.module.css'
import { OrganizationData, PanelSection, type SectionProps } from './PanelSection.tsx'

interface FactorPolicyFormProps {
  readonly state: FactorPolicyState
  /** Without one, it is about super admins. */
  readonly organizationId?: string
}

/** Chooses whether users need a second factor. */
export function FactorPolicyForm({ state, organizationId }: FactorPolicyFormProps) {
  const words = useStore($factorPolicyWords)
  const { pending, onSubmit } = useForm((form) => saveFactorPolicy(form, state, organizationId))
  const { policy: current, set_at, users_without_factor: without } = state
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <Choices
        legend={words.title}
        isLegendHidden
        name="policy"
        chosen={current}
        choices={factorPolicies.map((policy) => ({
          value: policy,
          label: (
            <>
              {words[policy]}
              {policy === current && set_at !== null && (
                <span className={styles.since}>
                  {words.since({ date: displayDate(set_at).text })}
                </span>
              )}
            </>
          ),
          hint: words[`${policy}Hint`],
        }))}
      />
      <div className={styles.end}>
        <p>{without === 0 ? words.everyoneHas : words.without(without)}</p>
        <Button type="submit" pending={pending}>
          {pending ? words.saving : words.save}
        </Button>
      </div>
    </form>
  )
}

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
