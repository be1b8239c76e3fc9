import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { displayMoment, formatCount } from '../../../lib/core/i18n/format.ts'
import {
  $issuerCheck,
  breakGlassChoice,
  checkIssuer,
  copyRedirectAddress,
  forgetCheck,
  modeOf,
  type SingleSignOnSettings,
  saveSingleSignOn,
  searchBreakGlassUsers,
  signInModes,
  singleSignOnSettings,
} from '../../../lib/sign-in/single-sign-on-settings.ts'
import { $singleSignOnSettingsWords } from '../../../lib/sign-in/words/single-sign-on-settings.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Options } from '../../../ui/Options.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Fact, Facts } from '../../core/facts/Facts.tsx'
import type { SectionProps } from './PanelSection.tsx'
import { OrganizationData, PanelSection } from './PanelSection.tsx'
import styles from './SingleSignOnSection.module.css'

/** Issuer, client and mode; the issuer can be checked before it is saved. */
export function SingleSignOnForm({ settings }: { readonly settings: SingleSignOnSettings }) {
  const words = useStore($singleSignOnSettingsWords)
  const [mode, setMode] = useState(settings.mode)
  const form = useRef<HTMLFormElement>(null)
  const [isChecking, setChecking] = useState(false)
  const isCheck = useRef(false)
  const { pending, field, onSubmit } = useForm((given) => {
    const isForCheck = isCheck.current
    isCheck.current = false
    return isForCheck ? checkIssuer(given) : saveSingleSignOn(given, settings)
  })
  function check() {
    isCheck.current = true
    setChecking(true)
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      <div className={styles.issuer}>
        <Field {...field('issuer')} label={words.issuer} hint={words.issuerHint} required>
          {(control) => (
            <input
              {...control}
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={settings.issuer}
              onChange={forgetCheck}
            />
          )}
        </Field>
        <div className={styles.check}>
          <Button variant="secondary" pending={pending} onClick={check}>
            {pending && isChecking ? words.checking : words.check}
          </Button>
          <div role="status">
            <IssuerCheck />
          </div>
        </div>
      </div>
      <Field {...field('client_id')} label={words.clientId} required>
        {(control) => (
          <input
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={settings.client_id}
          />
        )}
      </Field>
      <PasswordField
        {...field('client_secret')}
        label={words.secret}
        hint={settings.has_secret ? words.secretKept : words.secretHint}
        words={words}
        autoComplete="new-password"
        required={settings.has_secret !== true}
      />
      <Field
        {...field('mode')}
        label={words.mode}
        hint={mode === 'only' ? words.onlyText : undefined}
      >
        {(control) => (
          <select
            {...control}
            // A saved mode is the one that the form returns to.
            key={settings.mode}
            defaultValue={settings.mode}
            onChange={({ currentTarget }) => setMode(modeOf(currentTarget.value))}
          >
            <Options values={signInModes} labels={words} />
          </select>
        )}
      </Field>
      {mode === 'only' && (
        <div>
          <Picker
            label={words.breakGlass}
            name="break_glass_user_id"
            placeholder={words.chooseUser}
            search={searchBreakGlassUsers}
            initial={breakGlassChoice(settings.break_glass_user_id)}
            problem={field('break_glass_user_id').problem}
          />
          <p className={styles.hint}>{words.breakGlassHint}</p>
        </div>
      )}
      <div className={`modal-actions ${styles.actions}`}>
        <Button type="submit" pending={pending} onClick={() => setChecking(false)}>
          {pending && !isChecking ? words.saving : words.save}
        </Button>
      </div>
    </form>
  )
}

function IssuerCheck() {
  const words = useStore($singleSignOnSettingsWords)
  const check = useStore($issuerCheck)
  if (check === undefined) return null
  const { finding, detail, sign_in_host: host } = check
  return (
    <p className={styles.finding} data-good={finding === 'ok'}>
      {finding === 'ok' ? words.ok({ host }) : words[finding]}
      {/* The report of a library or the system, for support. */}
      {detail !== '' && (
        <bdi className={styles.detail} lang="en">
          {detail}
        </bdi>
      )}
    </p>
  )
}

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
