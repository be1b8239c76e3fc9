import * as v from 'valibot'
import { addFlagEndpoint } from '../../contract/flags/add-flag.ts'
import type { FlagType } from '../../contract/flags/flag.ts'
import { setFlagsEndpoint } from '../../contract/flags/set-flags.ts'
import { ServerError } from '../core/ask-server.ts'
import type { Program } from '../core/browser.ts'
import { browser } from '../core/browser.ts'
import {
  type Acted,
  type ActOnMail,
  actOnMail,
  askProgram,
  frameState,
  mailPort,
  networkIsBack,
} from '../core/messages.ts'
import { sayFailure, speak } from '../core/say-failure.ts'
import { patternOf, readSettings, type Site, writeSettings } from '../core/settings.ts'
import { askAccount } from './ask-account.ts'
import { askAnew, askAtStart } from './knowledge.ts'
import { report, sendWaiting, showState, takeMail } from './take-mail.ts'

const id = 'mail'

/** A pattern holds for all ports of a host, a site for one. @returns null for a page that is no site */
async function programAt(address = ''): Promise<Program | null> {
  const { sites } = await readSettings()
  const origin = URL.parse(address)?.origin
  return sites.find((site) => site.origin === origin)?.program ?? null
}

let running: Promise<void> = Promise.resolve()

/** Runs the script on the sites that are switched on, and that the browser allows; one after the other. */
function runOnSites(): Promise<void> {
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

/*
 * The extension's own process: it judges, and keeps nothing between two mails. Listeners stand before
 * anything that waits, because the browser starts it for a single event.
 */

const { runtime, permissions, storage } = browser

runtime.onConnect.addListener((port) => {
  if (port.sender?.id === runtime.id && port.name === mailPort) takeMail(port)
})

// Scripts in pages read neither the settings nor a token or key.
for (const area of [storage.local, storage.managed]) {
  void area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}

const online = v.strictObject({ kind: v.literal(networkIsBack.kind) })
const program = v.strictObject({ kind: v.literal(askProgram.kind) })

runtime.onMessage.addListener((message, { id, tab, url }, answer) => {
  if (id !== runtime.id) return undefined
  const asked = v.safeParse(actOnMail, message)
  if (asked.success) {
    void act(asked.output).then(answer)
    return true
  }
  if (v.is(program, message)) {
    void programAt(url).then(answer)
    return true
  }
  if (v.is(online, message)) void sendWaiting()
  const state = v.safeParse(frameState, message)
  if (state.success && tab?.id !== undefined) void showState(tab.id, state.output.state)
  return undefined
})

runtime.onInstalled.addListener(() => {
  void runOnSites()
  void askAtStart()
})
runtime.onStartup.addListener(() => {
  void runOnSites()
  void sendWaiting()
  void askAtStart()
})
self.addEventListener('online', () => void sendWaiting())
permissions.onRemoved.addListener(() => void runOnSites())
storage.onChanged.addListener((changes, area) => {
  if (area === 'session' || typeof changes !== 'object' || changes === null) return
  if ('sites' in changes) void runOnSites()
  // The first mail of an account that has joined is judged with what its organization knows.
  if ('membership' in changes || area === 'managed') askAnew()
})

/** Does what the user has pressed, and says what became of it. */
async function act({ act, mail }: ActOnMail): Promise<Acted> {
  const words = speak(await readSettings())
  const { sender } = mail
  try {
    if (act === 'report') {
      const outcome = await report({ messageId: mail.messageId, level: mail.level })
      const said = { sent: words.reported, kept: words.reportKept, full: words.reportsFull }
      return { isDone: outcome !== 'full', said: said[outcome] }
    }
    await flag(act === 'block' ? 'red' : 'green', sender)
    return {
      isDone: true,
      said: act === 'block' ? words.blocked({ sender }) : words.trusted({ sender }),
    }
  } catch (error) {
    const failed = error instanceof ServerError ? sayFailure(error, words) : words.notSaved
    return { isDone: false, said: failed }
  }
}

/** A flag of the other colour is replaced: that is what the user has pressed. */
async function flag(flag_type: FlagType, value: string): Promise<void> {
  try {
    await askAccount(addFlagEndpoint, { flag_type, value })
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== 'flag_exists') throw error
    const flags = [{ line: 1, flag_type, value }]
    const answer = await askAccount(setFlagsEndpoint, { replaces: true, flags })
    const outcome = answer?.rows[0]?.outcome
    if (outcome !== 'changed' && outcome !== 'unchanged' && outcome !== 'new') {
      throw new ServerError('refused', answer?.rows[0]?.problem?.code ?? '')
    }
  }
}
