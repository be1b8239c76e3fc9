import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { shownSender } from '../../../lib/core/format/shown-sender.ts'
import {
  $actedOn,
  $opinions,
  type FlagType,
  flagSender,
  reportScan,
  whyShared,
} from '../../../lib/flags/sender-actions.ts'
import type { Scope, SenderState } from '../../../lib/flags/sender-flags.ts'
import { $senderActionsWords } from '../../../lib/flags/words/sender-actions.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import styles from './SenderActions.module.css'

interface SenderChoicesProps {
  readonly sender: string
  readonly mailId: string
  readonly state: SenderState | undefined
}

/** Everything that can be done about a mail and its sender, with what it will do. */
export function SenderChoices({ sender, mailId, state }: SenderChoicesProps) {
  const words = useStore($senderActionsWords)
  const isReporting = useStore($actedOn).has(mailId)
  const opinion = useStore($opinions).get(mailId)
  const { domain = null, shared = null } = state ?? {}
  const scopes: readonly Scope[] = ['address', 'domain']
  const blockable = scopes.filter((scope) => scope === 'address' || shared === null)
  const trustable = scopes.filter(
    (scope) => scope === 'address' || state?.is_domain_trustable === true,
  )
  const choices = (flagType: FlagType, allowed: readonly Scope[]) =>
    allowed.map((scope) => <Choice key={scope} {...{ sender, state, flagType, scope }} />)
  return (
    <div className={styles.choices}>
      <Section title={words.blockTitle} hint={words.blockHint}>
        {choices('red', blockable)}
        {domain !== null && shared !== null && <p className={styles.hint}>{whyShared(state)}</p>}
      </Section>
      <Section title={words.trustTitle} hint={words.trustHint}>
        {choices('green', trustable)}
      </Section>
      <Section title={words.reportTitle} hint={words.reportHint}>
        {(['honest', 'dangerous'] as const).map((choice) => (
          <Button
            key={choice}
            variant="secondary"
            size="small"
            disabled={opinion === choice}
            pending={isReporting}
            onClick={() => void reportScan(mailId, choice)}
          >
            {words[choice]}
          </Button>
        ))}
      </Section>
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

function Section({ title, hint, children }: SectionProps) {
  return (
    <section>
      <p className={styles.title}>{title}</p>
      <div className={styles.buttons}>{children}</div>
      <p className={styles.hint}>{hint}</p>
    </section>
  )
}

interface ChoiceProps extends Omit<SenderChoicesProps, 'mailId'> {
  readonly flagType: FlagType
  readonly scope: Scope
}

function Choice({ sender, state, flagType, scope }: ChoiceProps) {
  const senderActionsWords = useStore($senderActionsWords)
  const isPending = useStore($actedOn).has(sender)
  const value = state?.[scope] ?? null
  if (value === null) return null
  const { text } = shownSender(value)
  const isSet = state?.flag?.value === value && state.flag.flag_type === flagType
  const words =
    flagType === 'red'
      ? { address: senderActionsWords.blockAddress, domain: senderActionsWords.blockDomain }
      : { address: senderActionsWords.trustAddress, domain: senderActionsWords.trustDomain }
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isSet}
      pending={isPending}
      onClick={() => void flagSender(sender, flagType, scope)}
    >
      {scope === 'address' ? words.address({ address: text }) : words.domain({ domain: text })}
    </Button>
  )
}
