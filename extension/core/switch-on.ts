import { browser } from './browser.ts'
import { patternOf, readSettings, type Site, writeSettings } from './settings.ts'

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
