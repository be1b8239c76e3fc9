import judgedStyle from '../../src/islands/core/judged/judged-mail.css?inline'
import mailStyle from '../../src/islands/core/judged/shown-mail.css?inline'
import arabic from '../../src/styles/arabic.css?inline'
import base from '../../src/styles/base.css?inline'
import layers from '../../src/styles/layers.css?inline'
import tokens from '../../src/styles/tokens.css?inline'
import button from '../../src/ui/button.css?inline'
import type { Program } from '../core/browser.ts'
import { browser } from '../core/browser.ts'
import { askProgram, networkIsBack, type Shown } from '../core/messages.ts'
import { drawVerdict } from '../view/draw-verdict.ts'
import verdictStyle from '../view/verdict.css?inline'
import type { Adapter, OpenMail } from './adapters/find-adapter.ts'
import { findAdapter } from './adapters/find-adapter.ts'
import { judgeMail } from './send-mail.ts'

/** The page's root element has its own size of letters, and its own values of what the tokens name. */
const style = [layers, tokens, base, button, judgedStyle, mailStyle, verdictStyle, arabic]
  .join('\n')
  .replaceAll(':root', '.verdict')
  .replaceAll(/(\d*\.?\d+)rem\b/g, (_, size: string) => `${Number(size) * 16}px`)

/** Inline and important, which no style sheet of a page is stronger than. */
const frame = {
  all: 'initial',
  display: 'block',
  margin: '8px',
  opacity: '1',
  visibility: 'visible',
  position: 'relative',
  'z-index': 'auto',
}

/** Puts the verdict above a mail, where the page's scripts see an empty element alone. */
function putLine(place: Element, shown: Shown, isCurrent: () => boolean): HTMLElement {
  const host = document.createElement('div')
  for (const [name, value] of Object.entries(frame)) {
    host.style.setProperty(name, value, 'important')
  }
  const root = host.attachShadow({ mode: 'closed' })
  addStyle(root)
  root.append(drawVerdict(shown, { isOpen: false, isCurrent }))
  place.before(host)
  return host
}

/** Firefox lets an extension's script adopt no sheet in a page, and applies its element despite a policy. */
function addStyle(root: ShadowRoot): void {
  const sheet = document.createElement('style')
  sheet.textContent = style
  root.append(sheet)
}

const isTop = window === window.top

function tell(state: 'unseen' | 'closed'): void {
  // The extension may have been updated, which leaves this script without it.
  browser.runtime.sendMessage({ kind: 'state', state }).catch(() => undefined)
}

/** Watches one frame: a mail that is opened in it is judged once, and its verdict stays as it is. */
function watch(adapter: Adapter): void {
  let current: OpenMail | undefined
  let shown: Shown | undefined
  let line: HTMLElement | undefined
  let open = new AbortController()

  function look(): void {
    const found = adapter.findMail(document)
    if (found?.key === current?.key) {
      current = found
      // The page has drawn the same mail anew.
      if (found !== undefined && line !== undefined && !line.isConnected) found.place.before(line)
      return
    }
    open.abort()
    line?.remove()
    current = found
    shown = undefined
    line = undefined
    if (found === undefined) tell('closed')
    else {
      open = new AbortController()
      void judge(found, open.signal)
    }
  }

  async function judge(mail: OpenMail, signal: AbortSignal): Promise<void> {
    try {
      const answer = await judgeMail(mail, signal)
      if (signal.aborted || current === undefined) return
      shown = answer
      const isCurrent = () => adapter.findMail(document)?.key === mail.key
      if (answer.hasLine) line = putLine(current.place, answer, isCurrent)
    } catch {
      if (!signal.aborted) tell('unseen')
    }
  }

  browser.runtime.onMessage.addListener((message, { id }, answer) => {
    const isAsked =
      typeof message === 'object' &&
      message !== null &&
      'kind' in message &&
      message.kind === 'show'
    if (id === browser.runtime.id && isAsked && shown !== undefined) answer(shown)
    return undefined
  })
  addEventListener('pagehide', () => {
    if (current !== undefined && !isTop) tell('closed')
  })
  addEventListener('online', () => {
    browser.runtime.sendMessage(networkIsBack).catch(() => undefined)
  })
  let isWaiting = false
  new MutationObserver(() => {
    if (isWaiting) return
    isWaiting = true
    requestIdleCallback(
      () => {
        isWaiting = false
        look()
      },
      { timeout: 200 },
    )
  }).observe(document, { childList: true, subtree: true })
  look()
}

async function start(): Promise<void> {
  const program = await browser.runtime.sendMessage<Program | null>(askProgram)
  if (program === null) return
  const adapter = findAdapter(program, document)
  if (adapter !== undefined) watch(adapter)
  else if (isTop) tell('unseen')
}

void start()
