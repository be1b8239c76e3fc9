import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { locales } from '../../contract/core/locale.ts'
import { languageNames } from '../../src/lib/core/navigation/languages.ts'
import { Button } from '../../src/ui/Button.tsx'
import { Field } from '../../src/ui/Field.tsx'
import { programs } from '../core/browser.ts'
import type { Membership, PolicyMembership } from '../core/membership.ts'
import type { Settings } from '../core/settings.ts'
import { $extensionWords, type ExtensionWords } from '../words/extension.words.yaml'
import {
  $options,
  addOffered,
  addSite,
  chooseLanguage,
  chooseShowsAll,
  joinAccount,
  leaveAccount,
  removeSite,
} from './store.ts'

/** The settings: where the extension runs, how it looks, and what it reads and sends. */
export function SettingsScreen() {
  const words = useStore($extensionWords)
  const options = useStore($options)
  if (options === undefined) return null
  const { settings, said, isAddressWrong, membership } = options
  return (
    <main className="options">
      <header>
        <h1>{words.title}</h1>
        <p>{words.intro}</p>
      </header>
      <p className="options-said" role="status">
        {said}
      </p>
      <section aria-labelledby="webmail">
        <h2 id="webmail">{words.webmail}</h2>
        <Sites settings={settings} />
        <OfferedSites settings={settings} />
        <NewSite isAddressWrong={isAddressWrong} />
      </section>
      <AccountSection />
      <Looks settings={settings} />
      <section aria-labelledby="privacy">
        <h2 id="privacy">{words.privacy}</h2>
        <p>{words.privacyRead}</p>
        <p>{membership === undefined ? words.privacySent : words.privacyJoined}</p>
      </section>
    </main>
  )
}

function Sites({ settings }: { readonly settings: Settings }) {
  const words = useStore($extensionWords)
  if (settings.sites.length === 0) return <p>{words.noSites}</p>
  return (
    <SiteList sites={settings.sites}>
      {(site, host) => (
        <Button
          variant="secondary"
          size="small"
          label={words.removeFrom({ host })}
          onClick={() => void removeSite(site)}
        >
          {words.remove}
        </Button>
      )}
    </SiteList>
  )
}

/** The administrator's websites, which wait for the user and the browser. */
function OfferedSites({ settings }: { readonly settings: Settings }) {
  const words = useStore($extensionWords)
  if (settings.offered.length === 0) return null
  return (
    <>
      <p>{words.offered}</p>
      <SiteList sites={settings.offered}>
        {(site, host) => (
          <Button
            size="small"
            label={words.switchOn({ host })}
            onClick={() => void addOffered(site)}
          >
            {words.add}
          </Button>
        )}
      </SiteList>
    </>
  )
}

interface SiteListProps {
  readonly sites: readonly Settings['sites'][number][]
  /** The button of a website. */
  readonly children: (site: Settings['sites'][number], host: string) => ReactNode
}

function SiteList({ sites, children }: SiteListProps) {
  const words = useStore($extensionWords)
  return (
    <ul className="options-sites">
      {sites.map((site) => (
        <li key={site.origin}>
          <span>
            <bdi>{site.origin}</bdi>
            <small>{words[site.program]}</small>
          </span>
          {children(site, new URL(site.origin).host)}
        </li>
      ))}
    </ul>
  )
}

function NewSite({ isAddressWrong }: { readonly isAddressWrong: boolean }) {
  const words = useStore($extensionWords)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void addSite(new FormData(event.currentTarget))
      }}
    >
      <Field
        label={words.address}
        name="address"
        hint={words.addressHint}
        problem={isAddressWrong ? words.addressWrong : undefined}
      >
        {(control) => <input {...control} type="url" dir="ltr" autoComplete="off" />}
      </Field>
      <Field label={words.program} name="program">
        {(control) => (
          <select {...control}>
            {programs.map((program) => (
              <option key={program} value={program}>
                {words[program]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit">{words.add}</Button>
    </form>
  )
}

function Looks({ settings }: { readonly settings: Settings }) {
  const words = useStore($extensionWords)
  return (
    <section aria-labelledby="looks">
      <h2 id="looks">{words.looks}</h2>
      <Field label={words.language}>
        {(control) => (
          <select
            {...control}
            value={settings.locale ?? ''}
            onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value)}
          >
            <option value="">{words.asBrowser}</option>
            {locales.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {languageNames[locale]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label className="options-check">
        <input
          type="checkbox"
          checked={settings.showsAll}
          onChange={({ currentTarget }) => void chooseShowsAll(currentTarget.checked)}
        />
        {words.showsAll}
      </label>
    </section>
  )
}

/** The account that the extension has joined, or how to join it. */
function AccountSection() {
  const words = useStore($extensionWords)
  const options = useStore($options)
  const membership = options?.membership
  return (
    <section aria-labelledby="account">
      <h2 id="account">{words.account}</h2>
      {options?.policy !== undefined && <p>{sayPolicy(options.policy, words)}</p>}
      {membership?.isEnded === true && <p className="options-ended">{words.ended}</p>}
      {membership === undefined || membership.isEnded ? (
        <Join server={membership?.server ?? options?.settings.server ?? ''} />
      ) : (
        <Joined membership={membership} />
      )}
    </section>
  )
}

function sayPolicy({ server, organization, isEnded }: PolicyMembership, words: ExtensionWords) {
  if (isEnded) return words.policyEnded
  if (organization === '') return words.policyWaits({ host: new URL(server).host })
  return words.policyJoined({ organization })
}

function Join({ server }: { readonly server: string }) {
  const words = useStore($extensionWords)
  const wrong = useStore($options)?.wrong
  return (
    <>
      <p>{words.accountText}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void joinAccount(new FormData(event.currentTarget))
        }}
      >
        <Field
          label={words.server}
          name="server"
          hint={words.serverHint}
          problem={wrong === 'server' ? words.serverWrong : undefined}
        >
          {(control) => (
            <input {...control} type="url" dir="ltr" autoComplete="off" defaultValue={server} />
          )}
        </Field>
        <Field
          label={words.code}
          name="code"
          problem={wrong === 'code' ? words.codeMissing : undefined}
        >
          {(control) => <input {...control} dir="ltr" autoComplete="off" spellCheck={false} />}
        </Field>
        <Button type="submit">{words.join}</Button>
      </form>
    </>
  )
}

function Joined({ membership }: { readonly membership: Membership }) {
  const words = useStore($extensionWords)
  const { name, organization, server } = membership
  const host = new URL(server).host
  return (
    <>
      <p>
        {words.joined({ name, host })}
        {organization !== '' && <small>{organization}</small>}
      </p>
      <Button variant="secondary" size="small" onClick={() => void leaveAccount(membership)}>
        {words.leave}
      </Button>
    </>
  )
}
