import * as v from 'valibot'
import { type Locale, locales } from '../../contract/core/locale.ts'
import { browser, programs } from './browser.ts'

/** A website on which mail is read, and the program that shows it there. */
export const site = v.object({
  /** As `https://mail.firm.example`. */
  origin: v.pipe(v.string(), v.url()),
  program: v.picklist(programs),
})
export type Site = v.InferOutput<typeof site>

const settings = v.object({
  sites: v.fallback(v.array(site), []),
  /** Null follows the administrator's, or else the browser. */
  locale: v.fallback(v.nullish(v.picklist(locales)), null),
  /** Shows the line above a mail without a finding too. */
  showsAll: v.fallback(v.boolean(), false),
})

/** Settings of an administrator by a policy of the browser; see build/manifest.ts. */
const managed = v.object({
  server: v.fallback(v.optional(v.string(), ''), ''),
  key: v.fallback(v.optional(v.string(), ''), ''),
  locale: v.fallback(v.nullish(v.picklist(locales)), null),
  sites: v.fallback(v.optional(v.array(site), []), []),
})

export interface Settings extends v.InferOutput<typeof settings> {
  /** Websites of the administrator that are not switched on: the browser lets its user decide. */
  readonly offered: readonly Site[]
  /** The address of the administrator's Aman; empty for none. */
  readonly server: string
  /** The key by which the administrator joins the browser to their organization; empty for none. */
  readonly key: string
}

/** Settings that another version wrote, or that are damaged, are those of a new installation. */
export async function readSettings(): Promise<Settings> {
  const [own, set] = await Promise.all([
    browser.storage.local.get(Object.keys(settings.entries)),
    // Firefox has none without a policy.
    browser.storage.managed.get().catch(() => ({})),
  ])
  const chosen = v.parse(settings, own)
  const { server, key, locale, sites } = v.parse(managed, set)
  const isOwn = ({ origin }: Site) => chosen.sites.some((it) => it.origin === origin)
  return {
    ...chosen,
    locale: chosen.locale ?? locale,
    offered: sites.filter((it) => !isOwn(it)),
    server,
    key,
  }
}

export async function writeSettings(
  changed: Partial<v.InferOutput<typeof settings>>,
): Promise<void> {
  await browser.storage.local.set(changed)
}

export function localeOf({ locale }: Pick<Settings, 'locale'>): Locale {
  const [language = ''] = browser.i18n.getUILanguage().split('-')
  return locale ?? locales.find((it) => it === language) ?? 'en'
}

/** The pattern of a permission for a site. */
export const patternOf = ({ origin }: Pick<Site, 'origin'>) => `${withoutPort(origin)}/*`

/** A pattern names no port, and holds for each. */
function withoutPort(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}`
}

/**
 * Switches the extension on for a site. The browser asks first, and only at once after a click.
 * @returns whether the user allowed it
 */
export async function switchOn(site: Site): Promise<boolean> {
  if (!(await browser.permissions.request({ origins: [patternOf(site)] }))) return false
  const { sites } = await readSettings()
  const others = sites.filter(({ origin }) => origin !== site.origin)
  await writeSettings({ sites: [...others, site] })
  return true
}

/** Gives the permission back, unless another site of the same host needs it. */
export async function switchOff(site: Site): Promise<void> {
  const { sites } = await readSettings()
  const others = sites.filter(({ origin }) => origin !== site.origin)
  await writeSettings({ sites: others })
  const pattern = patternOf(site)
  if (!others.some((it) => patternOf(it) === pattern)) {
    // One that was given at installation stays.
    await browser.permissions.remove({ origins: [pattern] }).catch(() => false)
  }
}
