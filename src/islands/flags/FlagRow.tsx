import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { shownSender, visibleText } from '../../lib/core/format/shown-sender.ts'
import { displayDate } from '../../lib/core/i18n/format.ts'
import { flagSelection } from '../../lib/flags/flag-tools.ts'
import { $removedFlags, type Flag, removeFlag } from '../../lib/flags/flags.ts'
import { $flagToolsWords } from '../../lib/flags/words/flag-tools.words.yaml'
import { $flagsWords } from '../../lib/flags/words/flags.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { SenderName } from '../core/parts/SenderName.tsx'
import styles from './FlagRow.module.css'
import { SelectBox } from './SelectBox.tsx'

const flagModal = lazy(async () => (await import('./FlagModal.tsx')).FlagModal)

/** One flag: colour, sender, reason, date, and the number of mails that a red one has blocked. */
export function FlagRow({ flag }: { readonly flag: Flag }) {
  const words = useStore($flagsWords)
  const isRemoved = useStore($removedFlags).has(flag.id)
  const tools = useStore($flagToolsWords)
  const selection = useStore(flagSelection.$selection)
  const can = useStore($capabilities)
  const [isOpen, setOpen] = useState(false)
  const created = displayDate(flag.created_at)
  const { text: sender } = shownSender(flag.value)
  return (
    <div
      className={styles.flag}
      data-ignored={flag.is_ignored === true}
      data-selecting={selection !== undefined}
    >
      {selection !== undefined && (
        <SelectBox
          label={tools.selectOne({ value: sender })}
          isChosen={selection.has(flag.id)}
          onChange={() => flagSelection.toggle(flag.id)}
        />
      )}
      {flag.flag_type === 'green' ? (
        <Badge tone="safe" icon="safe" label={words.greenBadge} />
      ) : (
        <Badge tone="danger" icon="malicious" label={words.redBadge} />
      )}
      <p className={styles.value}>
        <SenderName sender={flag.value} isClamped />
        {flag.reason !== null && flag.reason !== '' && (
          <Clamped className={styles.reason}>{visibleText(flag.reason)}</Clamped>
        )}
        {flag.is_ignored === true && (
          <span className={styles.ignored}>
            <Icon name="info" />
            {words.ignored}
          </span>
        )}
      </p>
      <p className={styles.facts}>
        <span className="clamped">
          {words.created} <time dateTime={created.machine}>{created.text}</time>
        </span>
        {flag.flag_type === 'red' && (
          <span className={styles.blocked}>{words.blocked(flag.blocked_count ?? 0)}</span>
        )}
        {flag.last_matched_on && <Fact label={tools.byMatch} day={flag.last_matched_on} />}
        {flag.expires_at && <Fact label={tools.ends} day={flag.expires_at} />}
      </p>
      <div className={styles.actions} hidden={selection !== undefined}>
        {can.has('flag-changes') && (
          <Button
            variant="plain"
            size="small"
            label={tools.changeOne({ value: sender })}
            onClick={() => setOpen(true)}
          >
            {tools.change}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          label={isRemoved ? words.removing : words.removeOne({ value: sender })}
          pending={isRemoved}
          onClick={() => void removeFlag(flag)}
        >
          {isRemoved ? words.removing : words.remove}
        </Button>
      </div>
      {isOpen && <LazyPart part={flagModal} props={{ flag, onClose: () => setOpen(false) }} />}
    </div>
  )
}

/** A day of the flag; only the day of a match is known. */
function Fact({ label, day }: { readonly label: string; readonly day: string }) {
  const shown = displayDate(day)
  return (
    <span className="clamped">
      {label} <time dateTime={shown.machine}>{shown.text}</time>
    </span>
  )
}
