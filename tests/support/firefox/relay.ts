#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/*
 * Stands in for Firefox: Playwright starts this file, it starts the Firefox of FIREFOX_PATH, and
 * every message of WebDriver BiDi goes through it unchanged but one. Playwright sets the colour
 * scheme of each new context, with a command that is younger than the Firefox of many machines
 * (`emulation.setMediaFeaturesOverride`; the one with extended support, 153, does not know it), and
 * gives up when it is refused. Here that refusal becomes a yes; the scheme is the profile's then.
 */

const optional = 'emulation.setMediaFeaturesOverride'
const listening = /^(WebDriver BiDi listening on )(ws:\/\/.+)$/
const fromBrowser = { perMessageDeflate: false, maxPayload: 2 ** 30 }

const browser = process.env.FIREFOX_PATH
if (browser === undefined) throw new Error('FIREFOX_PATH says which Firefox to start')
const firefox = spawn(browser, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('error', (cause) => {
  console.error(cause.message)
  process.exit(127)
})
firefox.on('exit', (code) => process.exit(code ?? 128))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => firefox.kill(signal))
}
createInterface(firefox.stderr).on('line', (line) => {
  const [, words, address] = listening.exec(line) ?? []
  if (words === undefined || address === undefined) console.error(line)
  else relay(address, (own) => console.error(`${words}${own}`))
})

function relay(address: string, onListening: (own: string) => void): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('listening', () => {
    const own = server.address()
    if (own !== null && typeof own === 'object') onListening(`ws://127.0.0.1:${own.port}`)
  })
  server.on('connection', (front, { url = '/' }) => {
    const back = new WebSocket(`${address}${url}`, fromBrowser)
    const opened = new Promise((resolve) => back.once('open', resolve))
    const asked = new Set<unknown>()
    front.on('message', async (data) => {
      const text = data.toString()
      if (text.includes(optional)) asked.add(JSON.parse(text).id)
      await opened
      back.send(text)
    })
    back.on('message', (data) => front.send(answerOf(data.toString(), asked)))
    front.on('close', () => back.close())
    back.on('close', () => front.close())
    back.on('error', () => front.close())
  })
}

/** @param asked the ids of the commands that a Firefox need not know */
function answerOf(text: string, asked: Set<unknown>): string {
  if (asked.size === 0 || !text.includes('unknown command')) return text
  const { id } = JSON.parse(text)
  return asked.delete(id) ? JSON.stringify({ type: 'success', id, result: {} }) : text
}
