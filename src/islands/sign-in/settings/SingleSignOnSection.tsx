import { useStore } from '@nanostores/react'
import { displayMoment, formatCount } from '../../../lib/core/i18n/format.ts'
import {
  copyRedirectAddress,
  type SingleSignOnSettings,
  singleSignOnSettings,
} from '../../../lib/sign-in/single-sign-on-settings.ts'
import { $singleSignOnSettingsMessages } from '../../../lib/sign-in/words/single-sign-on-settings.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { OrganizationData } from './OrganizationData.tsx'
import { PanelSection } from './PanelSection.tsx'
import { SingleSignOnForm } from './SingleSignOnForm.tsx'
import styles from './SingleSignOnSection.module.css'
import type { SectionProps } from './section.ts'

/** The identity provider of an organization (A629). */
export function SingleSignOnSection({ organizationId }: SectionProps) {
  const messages = useStore($singleSignOnSettingsMessages)
  return (
    <PanelSection title={messages.title} text={messages.text}>
      <OrganizationData organizationId={organizationId} store={singleSignOnSettings}>
        {(settings) =>
          settings.is_offered === false ? (
            <p className={styles.warning}>{messages.notOffered}</p>
          ) : (
            <>
              {settings.domains.length === 0 && (
                <p className={styles.warning}>{messages.noDomain}</p>
              )}
              <Facts settings={settings} />
              <SingleSignOnForm settings={settings} />
              <UnlinkedIdentities settings={settings} />
            </>
          )
        }
      </OrganizationData>
    </PanelSection>
  )
}

interface SettingsProps {
  readonly settings: SingleSignOnSettings
}

function Facts({ settings }: SettingsProps) {
  const messages = useStore($singleSignOnSettingsMessages)
  const { redirect_uri, linked_users, last_used_at: used } = settings
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{messages.redirect}</dt>
        <dd>
          <code dir="ltr" className={styles.address}>
            {redirect_uri}
          </code>
          <Button
            variant="secondary"
            size="small"
            label={messages.copyRedirect}
            onClick={() => void copyRedirectAddress(redirect_uri)}
          >
            {messages.copy}
          </Button>
          <p className={styles.hint}>{messages.redirectHint}</p>
        </dd>
      </div>
      <div>
        <dt>{messages.linked}</dt>
        <dd>{formatCount(linked_users)}</dd>
      </div>
      <div>
        <dt>{messages.lastUsed}</dt>
        <dd>{used ? displayMoment(used) : messages.neverUsed}</dd>
      </div>
    </dl>
  )
}

/** Identities of the provider that belong to no user, for a link by hand (A630). */
function UnlinkedIdentities({ settings }: SettingsProps) {
  const messages = useStore($singleSignOnSettingsMessages)
  const unlinked = settings.unlinked_identities ?? []
  if (unlinked.length === 0) return null
  return (
    <>
      <h4 className={styles.subtitle}>{messages.unlinked}</h4>
      <p className={styles.hint}>{messages.unlinkedText}</p>
      <ul aria-label={messages.unlinked} className={styles.unlinked}>
        {unlinked.map(({ subject, email, seen_at }) => (
          <li key={subject}>
            <bdi className={styles.name}>{email || messages.noEmail}</bdi>
            <span className={styles.hint}>
              {messages.unlinkedTried({ time: displayMoment(seen_at) })}
            </span>
            <code dir="ltr">{subject}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
