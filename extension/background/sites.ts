import { browser } from '../core/browser.ts'
import type { Program } from '../core/programs.ts'
import { patternOf, readSettings, type Site, writeSettings } from '../core/settings.ts'

const id = 'mail'

/** A pattern holds for all ports of a host, a site for one. @returns null for a page that is no site */
export async function programAt(address = ''): Promise<Program | null> {
  const { sites } = await readSettings()
  const origin = URL.parse(address)?.origin
  return sites.find((site) => site.origin === origin)?.program ?? null
}

let running: Promise<void> = Promise.resolve()

/** Runs the script on the sites that are switched on, and that the browser allows; one after the other. */
export function runOnSites(): Promise<void> {
  running = running.then(register).catch((error: unknown) => console.error('sites', error))
  return running
}

async function register(): Promise<void> {
  const { sites, offered } = await readSettings()
  const allowed: Site[] = []
  // One of the administrator is switched on where the browser allows it already.
  for (const site of [...sites, ...offered]) {
    if (await browser.permissions.contains({ origins: [patternOf(site)] })) allowed.push(site)
  }
  if (allowed.length !== sites.length || offered.some((site) => allowed.includes(site))) {
    await writeSettings({ sites: allowed })
  }
  const registered = await browser.scripting.getRegisteredContentScripts()
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: [id] })
  const matches = [...new Set(allowed.map(patternOf))]
  if (matches.length === 0) return
  await browser.scripting.registerContentScripts([
    { id, matches, js: ['content.js'], allFrames: true, runAt: 'document_idle' },
  ])
}
