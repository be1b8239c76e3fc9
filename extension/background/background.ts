import * as v from 'valibot'
import { browser } from '../core/browser.ts'
import { frameState, mailPort } from '../core/messages.ts'
import { runOnSites } from './sites.ts'
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

runtime.onMessage.addListener((message, { id, tab }) => {
  const state = v.safeParse(frameState, message)
  if (id !== runtime.id || !state.success || tab?.id === undefined) return undefined
  void showState(tab.id, state.output.state)
  return undefined
})

runtime.onInstalled.addListener(() => void runOnSites())
runtime.onStartup.addListener(() => void runOnSites())
permissions.onRemoved.addListener(() => void runOnSites())
storage.onChanged.addListener((changes, area) => {
  const isOfSites = typeof changes === 'object' && changes !== null && 'sites' in changes
  if (area === 'local' && isOfSites) void runOnSites()
})
