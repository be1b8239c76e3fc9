import * as v from 'valibot'
import { browser } from '../core/browser.ts'
import { actOnMail, askProgram, frameState, mailPort, networkIsBack } from '../core/messages.ts'
import { act } from './act.ts'
import { askAnew, askAtStart } from './knowledge.ts'
import { sendWaiting } from './reports.ts'
import { programAt, runOnSites } from './sites.ts'
import { takeMail } from './take-mail.ts'
import { showState } from './toolbar.ts'

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
