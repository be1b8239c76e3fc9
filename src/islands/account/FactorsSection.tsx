import { useStore } from '@nanostores/react'
import { $factorDue, $factorTask, openTask, ownFactors } from '../../lib/account/factors.ts'
import { $factorsWords } from '../../lib/account/words/factors.words.yaml'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { canUsePasskeys } from '../../lib/sign-in/passkeys.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { FactorChoices, FactorDialog } from './FactorDialog.tsx'
import styles from './FactorsSection.module.css'
import { Section } from './parts/Section.tsx'

/** The second factors of the user, where the backend has them. */
export function FactorsSection() {
  const words = useStore($factorsWords)
  const offered = useStore($capabilities)
  const task = useStore($factorTask)
  const due = useStore($factorDue)
  if (!offered.has('totp') && !canUsePasskeys(offered)) return null
  return (
    <Section title={words.title} text={words.text}>
      <Loaded isQuiet store={ownFactors} loading={words.loading} failed={words.notLoaded}>
        {({ factors, recovery_codes_left: left }) => (
          <>
            {due !== undefined && <p className="note">{words.due({ date: due })}</p>}
            {factors?.length ? (
              <ul className={styles.factors}>
                {factors.map((factor) => (
                  <li key={factor.id}>
                    <div>
                      <bdi className={styles.name}>{factor.name}</bdi>
                      <p className="soft">{lastUse(factor)}</p>
                    </div>
                    <Button
                      variant="secondary"
                      size="small"
                      label={words.removeOne({ name: factor.name })}
                      onClick={() => openTask({ kind: 'remove', factor })}
                    >
                      {words.remove}
                    </Button>
                  </li>
                ))}
              </ul>
            ) : (
              <p>{words.none}</p>
            )}
            <FactorChoices hasTotp={factors?.some(({ kind }) => kind === 'totp') ?? false} />
            {factors?.length ? (
              <div className={styles.actions}>
                <p>{words.codesLeft(left ?? 0)}</p>
                <Button
                  variant="plain"
                  size="small"
                  onClick={() => openTask({ kind: 'new-codes' })}
                >
                  {words.newCodes}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
      {task !== undefined && <FactorDialog task={task} />}
    </Section>
  )
  function lastUse(factor: Parameters<typeof kindOf>[0]) {
    const kind = kindOf(factor)
    const { last_used_at: time } = factor
    return time ? words.used({ kind, time: displayMoment(time) }) : words.unused({ kind })
  }
  function kindOf({ kind }: { kind: 'totp' | 'passkey'; last_used_at?: string | null }) {
    return words[kind]
  }
}
