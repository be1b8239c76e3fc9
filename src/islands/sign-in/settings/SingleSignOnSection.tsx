import { useStore } from '@nanostores/react'
import { displayMoment, formatCount } from '../../../lib/core/i18n/format.ts'
import {
  copyRedirectAddress,
  type SingleSignOnSettings,
  singleSignOnSettings,
} from '../../../lib/sign-in/single-sign-on-settings.ts'
import { $singleSignOnSettingsWords } from '../../../lib/sign-in/words/single-sign-on-settings.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Fact, Facts } from '../../core/facts/Facts.tsx'
import { OrganizationData } from './OrganizationData.tsx'
import { PanelSection } from './PanelSection.tsx'
import { SingleSignOnForm } from './SingleSignOnForm.tsx'
import styles from './SingleSignOnSection.module.css'
import type { SectionProps } from './section.ts'

/** The identity provider of an organization. */
export function SingleSignOnSection({ organizationId }: SectionProps) {
  const words = useStore($singleSignOnSettingsWords)
  return (
    <PanelSection title={words.title} text={words.text}>
      <OrganizationData organizationId={organizationId} store={singleSignOnSettings}>
        {(settings) =>
          settings.is_offered === false ? (
            <p className={styles.warning}>{words.notOffered}</p>
          ) : (
            <>
              {settings.domains.length === 0 && <p className={styles.warning}>{words.noDomain}</p>}
              <SettingsFacts settings={settings} />
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

function SettingsFacts({ settings }: SettingsProps) {
  const words = useStore($singleSignOnSettingsWords)
  const { redirect_uri, linked_users, last_used_at: used } = settings
  return (
    <div className={styles.facts}>
      <Facts>
        <Fact label={words.redirect}>
          <code dir="ltr" className={styles.address}>
            {redirect_uri}
          </code>
          <Button
            variant="secondary"
            size="small"
            label={words.copyRedirect}
            onClick={() => void copyRedirectAddress(redirect_uri)}
          >
            {words.copy}
          </Button>
          <p className={styles.hint}>{words.redirectHint}</p>
        </Fact>
        <Fact label={words.linked}>{formatCount(linked_users)}</Fact>
        <Fact label={words.lastUsed}>{used ? displayMoment(used) : words.neverUsed}</Fact>
      </Facts>
    </div>
  )
}

/** Identities of the provider that belong to no user, for a link by hand. */
function UnlinkedIdentities({ settings }: SettingsProps) {
  const words = useStore($singleSignOnSettingsWords)
  const unlinked = settings.unlinked_identities ?? []
  if (unlinked.length === 0) return null
  return (
    <>
      <h4 className={styles.subtitle}>{words.unlinked}</h4>
      <p className={styles.hint}>{words.unlinkedText}</p>
      <ul aria-label={words.unlinked} className={styles.unlinked}>
        {unlinked.map(({ subject, email, seen_at }) => (
          <li key={subject}>
            <bdi className={styles.name}>{email || words.noEmail}</bdi>
            <span className={styles.hint}>
              {words.unlinkedTried({ time: displayMoment(seen_at) })}
            </span>
            <code dir="ltr">{subject}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
