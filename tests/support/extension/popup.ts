import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { Extension } from './extension.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The window of the toolbar's icon, which Playwright does not know as a page. */
export interface Popup {
  text(): Promise<string>
  /** Faults that axe finds in it. */
  violations(): Promise<unknown>
  /** Presses a button with the mouse. */
  press(name: string): Promise<void>
}

/** @param page the tab that it is opened for */
export async function openPopup({ worker }: Extension, page: Page): Promise<Popup> {
  await page.bringToFront()
  await worker.evaluate(() => chrome.action.openPopup())
  const session = await page.context().newCDPSession(page)
  const { targetInfos } = await session.send('Target.getTargets')
  const target = targetInfos.findLast(({ url }) => url.endsWith('/popup.html'))
  if (target === undefined) throw new Error('the popup is not open')
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: target.targetId })
  const answers = new Map<number, (answer: unknown) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    answers.get(id)?.(result)
  })
  let last = 0
  async function send(method: string, params: object): Promise<{ result?: { value?: unknown } }> {
    last += 1
    const answered = new Promise((resolve) => answers.set(last, resolve))
    const message = JSON.stringify({ id: last, method, params })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
    return Object(await answered)
  }
  const evaluate = async (expression: string) => {
    const options = { expression, awaitPromise: true, returnByValue: true }
    return (await send('Runtime.evaluate', options)).result?.value
  }
  return {
    text: async () => String(await evaluate('document.body.innerText')),
    violations: () =>
      evaluate(
        `${axe};axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map((it) => it.html)))`,
      ),
    async press(name) {
      const place = await evaluate(
        `(() => { const { left, top, width, height } = [...document.querySelectorAll('button')].find((it) => it.innerText === ${JSON.stringify(name)}).getBoundingClientRect(); return { x: left + width / 2, y: top + height / 2 } })()`,
      )
      for (const type of ['mousePressed', 'mouseReleased']) {
        await send('Input.dispatchMouseEvent', {
          type,
          ...Object(place),
          button: 'left',
          clickCount: 1,
        })
      }
    },
  }
}
