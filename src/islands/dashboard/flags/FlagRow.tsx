import { useStore } from '@nanostores/react'
import { displayDate } from '../../../lib/format/format.ts'
import { shownSender, visibleText } from '../../../lib/format/shown-sender.ts'
import { $flagsMessages } from '../../../lib/messages/flags.ts'
import { $removedFlags, type Flag, removeFlag } from '../../../lib/screens/flags.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Clamped } from '../../../ui/Clamped.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SenderName } from '../parts/SenderName.tsx'
import styles from './FlagRow.module.css'

/** One flag: colour, sender, reason, date, and the number of mails that a red one has blocked (A247). */
export function FlagRow({ flag }: { readonly flag: Flag }) {
  const messages = useStore($flagsMessages)
  const isRemoved = useStore($removedFlags).has(flag.id)
  const created = displayDate(flag.created_at)
  return (
    <div className={styles.flag} data-ignored={flag.is_ignored === true}>
      {flag.flag_type === 'green' ? (
        <Badge tone="safe" icon="safe" label={messages.greenBadge} />
      ) : (
        <Badge tone="danger" icon="malicious" label={messages.redBadge} />
      )}
      <p className={styles.value}>
        <SenderName sender={flag.value} isClamped />
        {flag.reason !== null && flag.reason !== '' && (
          <Clamped className={styles.reason}>{visibleText(flag.reason)}</Clamped>
        )}
        {flag.is_ignored === true && (
          <span className={styles.ignored}>
            <Icon name="info" />
            {messages.ignored}
          </span>
        )}
      </p>
      <p className={styles.facts}>
        <span className="clamped">
          {messages.created} <time dateTime={created.machine}>{created.text}</time>
        </span>
        {flag.flag_type === 'red' && (
          <span className={styles.blocked}>{messages.blocked(flag.blocked_count ?? 0)}</span>
        )}
      </p>
      <Button
        variant="secondary"
        size="small"
        label={
          isRemoved
            ? messages.removing
            : messages.removeOne({ value: shownSender(flag.value).text })
        }
        pending={isRemoved}
        onClick={() => void removeFlag(flag)}
      >
        {isRemoved ? messages.removing : messages.remove}
      </Button>
    </div>
  )
}
