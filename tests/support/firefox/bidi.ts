import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { until } from '../until.ts'

/** The extension's address in a Firefox of the tests, which is random elsewhere. */
const extensionHost = '5c3d2f6e-8f0b-4f7e-9d55-0a4b1c2d3e4f'

/** A Firefox with an extension that is installed for the time that it runs, driven by WebDriver BiDi. */
export interface Firefox extends AsyncDisposable {
  /** The address of one of the extension's pages. */
  address(page: string): string
  open(address: string): Promise<void>
  /** @param code an expression of the page @returns what it is, as text */
  read(code: string): Promise<string>
  /** Presses with the mouse what an expression finds. */
  press(code: string): Promise<void>
  /** Writes into a field that an expression finds. */
  write(code: string, text: string): Promise<void>
  /** The line above the open mail, by its visible text; undefined while there is none. */
  line(): Promise<string | undefined>
  /** Presses a button of the line. */
  pressInLine(name: string): Promise<void>
}

interface Remote {
  readonly type: string
  readonly value?: unknown
  readonly sharedId?: string
}

interface FirefoxOptions {
  readonly program: string
  readonly profile: string
  /** The folder of the unpacked extension. */
  readonly extension: string
  readonly extensionId: string
}

export async function startFirefox(options: FirefoxOptions): Promise<Firefox> {
  await using started = new AsyncDisposableStack()
  const hosts = JSON.stringify(JSON.stringify({ [options.extensionId]: extensionHost }))
  await writeFile(
    `${options.profile}/user.js`,
    `user_pref("extensions.webextensions.uuids", ${hosts});\n`,
  )
  const parameters = [
    '--headless',
    '--no-remote',
    '--remote-allow-system-access',
    '--profile',
    options.profile,
  ]
  const child = spawn(options.program, [...parameters, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.defer(async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill()
    await exited
  })
  let said = ''
  let address = ''
  createInterface(child.stderr).on('line', (line) => {
    said += `${line}\n`
    address ||= /^WebDriver BiDi listening on (ws:\/\/.+)$/.exec(line)?.[1] ?? ''
  })
  if (!(await until(() => address !== ''))) throw new Error(`Firefox does not start: ${said}`)
  const socket = new WebSocket(`${address}/session`, { perMessageDeflate: false })
  started.defer(() => socket.close())
  await once(socket, 'open')

  const answers = new Map<number, PromiseWithResolvers<unknown>>()
  socket.on('message', (data) => {
    const { id, type, result, error, message } = JSON.parse(data.toString())
    const asked = answers.get(id)
    if (type === 'success') asked?.resolve(result)
    else asked?.reject(new Error(`${error}: ${message}`))
    answers.delete(id)
  })
  let last = 0
  // biome-ignore lint/suspicious/noExplicitAny: the answers are those of the protocol
  function send(method: string, params: object): Promise<any> {
    last += 1
    const asked = Promise.withResolvers<unknown>()
    answers.set(last, asked)
    socket.send(JSON.stringify({ id: last, method, params }))
    return asked.promise
  }

  await send('session.new', { capabilities: {} })
  await send('webExtension.install', {
    extensionData: { type: 'path', path: options.extension },
  })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]

  async function call(code: string, parts: readonly Remote[] = []): Promise<Remote> {
    const answer = await send('script.callFunction', {
      functionDeclaration: code,
      arguments: parts.map(({ sharedId }) => ({ sharedId })),
      target: { context },
      awaitPromise: true,
      // A closed root is a part of it.
      serializationOptions: { maxDomDepth: 0, includeShadowTree: 'all' },
    })
    if (answer.type !== 'success') throw new Error(`${code}: ${answer.exceptionDetails.text}`)
    return answer.result
  }

  async function pressAt(code: string, parts: readonly Remote[] = []): Promise<void> {
    let at = ''
    const find = `(...parts) => {
      const it = (${code})(...parts)
      if (!it) return ''
      it.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = it.getBoundingClientRect()
      return Math.round(left + width / 2) + ' ' + Math.round(top + height / 2)
    }`
    const isThere = async () => {
      at = String((await call(find, parts)).value)
      return at !== ''
    }
    if (!(await until(isThere, { mostMs: 30_000 }))) throw new Error(`nothing is found by ${code}`)
    const [x, y] = at.split(' ').map(Number)
    const press = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    const actions = [{ type: 'pointer', id: 'mouse', actions: press }]
    await send('input.performActions', { context, actions })
  }

  /** The root of the extension's element, which stands right before the mail. */
  async function lineRoot(): Promise<Remote | undefined> {
    const host = await call(
      "() => [...document.querySelectorAll('div')].find((it) => it.style.zIndex === 'auto' && it.style.opacity === '1')",
    )
    return Object(host.value).shadowRoot ?? undefined
  }

  const parts = started.move()
  return {
    address: (page) => `moz-extension://${extensionHost}/${page}`,
    async open(url) {
      if (url.startsWith('http')) {
        await send('browsingContext.navigate', { context, url, wait: 'complete' })
        return
      }
      // Only the browser itself opens a page of an extension.
      const tree = await send('browsingContext.getTree', { 'moz:scope': 'chrome' })
      await send('script.callFunction', {
        functionDeclaration:
          '(url) => gBrowser.selectedBrowser.loadURI(Services.io.newURI(url), { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() })',
        arguments: [{ type: 'string', value: url }],
        target: { context: tree.contexts[0].context },
        awaitPromise: false,
      })
    },
    read: async (code) => String((await call(`() => String(${code})`)).value),
    press: (code) => pressAt(`() => ${code}`),
    async write(code, text) {
      await pressAt(`() => ${code}`)
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keys', actions }],
      })
    },
    async line() {
      const root = await lineRoot()
      if (root === undefined) return undefined
      return String((await call("(it) => it.querySelector('.verdict').innerText", [root])).value)
    },
    async pressInLine(name) {
      const root = await lineRoot()
      if (root === undefined) throw new Error('there is no line')
      const find = `(it) => [...it.querySelectorAll('button')].find(({ innerText }) => innerText === ${JSON.stringify(name)})`
      await pressAt(find, [root])
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
