import { useStore } from '@nanostores/react'
import { $adminWords } from '../../lib/admin/words/admin.words.yaml'
import { displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { openTab } from '../../lib/core/navigation/view.ts'
import { $silentOrganizations } from '../../lib/organizations/organizations.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './SilentGateways.module.css'

const mostShown = 5

/** The organizations whose gateway stopped reporting; nothing while all report. */
export function SilentGateways() {
  const words = useStore($adminWords)
  const silent = useStore($silentOrganizations)
  if (silent.length === 0) return null
  const more = silent.length - mostShown
  return (
    <section className={styles.silent} aria-labelledby="silent-title">
      <h2 id="silent-title">
        <Badge tone="caution" icon="warning" label={words.silentTitle} />
      </h2>
      <ul>
        {silent.slice(0, mostShown).map(({ id, name, gateway_silent_since }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <span>{words.silentSince({ time: displayTime(gateway_silent_since ?? '').text })}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{words.silentMore({ count: formatCount(more) })}</p>}
      <Button variant="secondary" size="small" onClick={() => openTab('organizations')}>
        {words.silentShow}
      </Button>
    </section>
  )
}
