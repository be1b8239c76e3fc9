import type { CDPSession, Page } from '@playwright/test'

interface Node {
  readonly backendNodeId: number
  readonly attributes?: readonly string[]
  readonly children?: readonly Node[]
  readonly shadowRoots?: readonly Node[]
  readonly contentDocument?: Node
}

/** The line above a mail, as its reader has it: no script of a page reaches into its closed root. */
export interface Line {
  /** The visible text. */
  readonly text: string
  readonly html: string
  readonly level: string
  /** Presses a button with the mouse. */
  press(name: string): Promise<void>
  /** Clicks a button as a script would that had found a way to it. */
  clickByScript(name: string): Promise<void>
  /** Where a button stands, in CSS pixels from the corner of the window. */
  place(name: string): Promise<{ readonly x: number; readonly y: number }>
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** One for a page, which is asked many times. */
function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, known)
  return known
}

/** @returns undefined while no line stands in the page or one of its frames */
export async function findLine(page: Page): Promise<Line | undefined> {
  const session = await sessionOf(page)
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
  const part = findPart(root)
  if (part === undefined) return undefined
  const id = part.backendNodeId
  const read = async (code: string) => String((await call(session, id, code, true)).result.value)
  const place = async (name: string) => {
    const find = `[...this.querySelectorAll('button')].find((it) => it.innerText === ${JSON.stringify(name)})`
    const objectId = await callOn(
      session,
      id,
      `(${find}.scrollIntoView({ block: 'nearest' }), ${find})`,
    )
    const { model } = await session.send('DOM.getBoxModel', { objectId })
    const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border
    return { x: (left + right) / 2, y: (top + bottom) / 2 }
  }
  return {
    text: await read('this.innerText'),
    html: await read('this.outerHTML'),
    level: await read("this.querySelector('[data-level]').dataset.level"),
    place,
    async clickByScript(name) {
      await read(
        `[...this.querySelectorAll('button')].find((it) => it.innerText === ${JSON.stringify(name)}).click()`,
      )
    },
    async press(name) {
      const { x, y } = await place(name)
      await page.mouse.click(x, y)
    },
  }
}

function findPart(node: Node): Node | undefined {
  const { attributes = [] } = node
  if (attributes[attributes.indexOf('class') + 1] === 'verdict') return node
  const inner = [...(node.children ?? []), ...(node.shadowRoots ?? []), node.contentDocument]
  for (const it of inner) {
    const found = it && findPart(it)
    if (found !== undefined) return found
  }
  return undefined
}

/** @returns the id of an object that the code finds */
async function callOn(session: CDPSession, id: number, code: string): Promise<string> {
  const { objectId = '' } = (await call(session, id, code, false)).result
  return objectId
}

async function call(session: CDPSession, id: number, code: string, returnByValue: boolean) {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId: id })
  return session.send('Runtime.callFunctionOn', {
    objectId: object.objectId ?? '',
    functionDeclaration: `function () { return ${code} }`,
    returnByValue,
  })
}
