import { browser } from '../core/browser.ts'
import { patternOf, readSettings, writeSettings } from '../core/settings.ts'

const id = 'mail'

let running: Promise<void> = Promise.resolve()

/** Runs the script on the sites that are switched on, and that the browser allows; one after the other. */
export function runOnSites(): Promise<void> {
  running = running.then(register).catch((error: unknown) => console.error('sites', error))
  return running
}

async function register(): Promise<void> {
  const { sites } = await readSettings()
  const allowed = []
  for (const site of sites) {
    if (await browser.permissions.contains({ origins: [patternOf(site)] })) allowed.push(site)
  }
  if (allowed.length < sites.length) await writeSettings({ sites: allowed })
  const registered = await browser.scripting.getRegisteredContentScripts()
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: [id] })
  const matches = [...new Set(allowed.map(patternOf))]
  if (matches.length === 0) return
  await browser.scripting.registerContentScripts([
    { id, matches, js: ['content.js'], allFrames: true, runAt: 'document_idle' },
  ])
}
