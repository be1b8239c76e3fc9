import * as v from 'valibot'
import { type Locale, locales } from '../../contract/core/locale.ts'
import { browser } from './browser.ts'
import { programs } from './messages.ts'

/** A website on which mail is read, and the program that shows it there. */
export const site = v.object({
  /** As `https://mail.firm.example`. */
  origin: v.pipe(v.string(), v.url()),
  program: v.picklist(programs),
})
export type Site = v.InferOutput<typeof site>

const settings = v.object({
  sites: v.fallback(v.array(site), []),
  /** Null follows the browser. */
  locale: v.fallback(v.nullish(v.picklist(locales)), null),
  /** Shows the line above a mail without a finding too. */
  showsAll: v.fallback(v.boolean(), false),
})
export type Settings = v.InferOutput<typeof settings>

/** Settings that another version wrote, or that are damaged, are those of a new installation. */
export async function readSettings(): Promise<Settings> {
  return v.parse(settings, await browser.storage.local.get(Object.keys(settings.entries)))
}

export async function writeSettings(changed: Partial<Settings>): Promise<void> {
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
