import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import * as v from 'valibot'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { until } from '../../../tests/support/until.ts'
import { firstOnPath, isExecutable } from '../../find-program.ts'
import { freePorts } from '../../mail-lab/free-ports.ts'

/** A mail as Thunderbird shows it to its reader. */
const shownSchema = v.object({ text: v.string(), links: v.array(v.string()) })
/** A message of Marionette: its kind, its number, an error, a value. */
const answerSchema = v.tuple([v.number(), v.number(), v.unknown(), v.unknown()])
const valueSchema = v.object({ value: shownSchema })

/** Nothing is asked of the network, and no window about anything else opens. */
const preferences = {
  'app.donation.eoy.version.viewed': 999,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'mail.inappnotifications.enabled': false,
  'mail.provider.suppress_dialog_on_startup': true,
  'mail.rights.version': 1,
  'mail.shell.checkDefaultClient': false,
  'mail.spotlight.firstRunDone': true,
  'mailnews.start_page.enabled': false,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.type': 1,
}

const showScript = `
const [path, done] = arguments;
(async () => {
  const file = Cc["@mozilla.org/file/local;1"].createInstance(Ci.nsIFile);
  file.initWithPath(path);
  const uri = Services.io.newFileURI(file).mutate().setQuery("type=application/x-message-display").finalize();
  const window = Services.ww.openWindow(null, "chrome://messenger/content/messageWindow.xhtml", "_blank", "all,chrome,dialog=no", uri);
  const pane = () => window.document?.getElementById("messageBrowser")?.contentDocument?.getElementById("messagepane");
  const isShown = () => pane()?.contentDocument?.readyState === "complete" && pane().contentDocument.location.href !== "about:blank";
  for (let quiet = 0, step = 0; quiet < 2 && step < 80; step += 1) {
    await new Promise((go) => window.setTimeout(go, 100));
    quiet = isShown() ? quiet + 1 : 0;
  }
  const page = pane()?.contentDocument;
  const links = [...(page?.querySelectorAll("a[href],area[href],form[action]") ?? [])];
  const shown = { text: page?.body?.innerText ?? "", links: links.map((it) => it.href || it.action) };
  window.close();
  return shown;
})().then(done, (error) => done({ text: String(error), links: [] }));`

/** @returns undefined where Thunderbird, or a screen for it, is not installed */
export async function openThunderbird() {
  const thunderbird = await firstOnPath(['thunderbird'])
  // It has no version to tell, so that it cannot be tried first.
  const screen = '/usr/bin/Xvfb'
  if (thunderbird === undefined || !isExecutable(screen)) return undefined
  const { path: folder, remove } = await temporaryFolder()
  const path = join(folder, 'shown.eml')
  const request = { script: showScript, args: [path], sandbox: 'system' }
  let running = await start(thunderbird, screen, folder)
  return {
    async show(mail: Uint8Array) {
      await writeFile(path, mail)
      // It may end between two mails; one by which it ends twice is a fault of that mail.
      for (let tries = 0; ; tries += 1) {
        if (!running.isRunning()) {
          await running.end()
          running = await start(thunderbird, screen, folder)
        }
        try {
          const answer = await running.call('WebDriver:ExecuteAsyncScript', request)
          return v.parse(valueSchema, answer).value
        } catch (error) {
          if (running.isRunning() || tries > 0) throw error
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await running.end()
      await remove()
    },
  }
}

async function start(thunderbird: string, screen: string, folder: string) {
  const profile = await mkdtemp(join(folder, 'profile-'))
  const [port = 0, number = 0] = await freePorts(2)
  const lines = Object.entries({ ...preferences, 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const display = `:${number % 1000}`
  const drawn = spawn(screen, [display, '-screen', '0', '1200x900x24'], { stdio: 'ignore' })
  const program = spawn(
    thunderbird,
    ['--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { env: { ...process.env, HOME: folder, DISPLAY: display, LANG: 'C.UTF-8' }, stdio: 'ignore' },
  )
  const end = async () => {
    for (const child of [program, drawn]) {
      if (hasEnded(child)) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  try {
    const socket = await connected(port, program)
    const call = caller(socket)
    await call('WebDriver:NewSession', { capabilities: {} })
    await call('Marionette:SetContext', { value: 'chrome' })
    return { call, end, isRunning: () => !socket.destroyed && !hasEnded(program) }
  } catch (error) {
    await end()
    throw error
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function connected(port: number, program: ChildProcess): Promise<Socket> {
  let socket: Socket | undefined
  const isOpen = async () => {
    socket = connect(port, '127.0.0.1')
    return await once(socket, 'connect').then(
      () => true,
      () => hasEnded(program),
    )
  }
  if (!(await until(isOpen, { mostMs: 40_000, everyMs: 200 })) || !socket || hasEnded(program)) {
    throw new Error('Thunderbird does not answer')
  }
  return socket
}

/** Calls in the protocol of Marionette: a length, a colon, and a list in JSON. */
function caller(socket: Socket) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let received = Buffer.alloc(0)
  let last = 0
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)).toString())
      if (colon === -1 || received.length < end) return
      const parsed = v.safeParse(
        answerSchema,
        JSON.parse(received.toString('utf8', colon + 1, end)),
      )
      received = received.subarray(end)
      if (!parsed.success) continue
      const [, id, error, value] = parsed.output
      if (error === null) waiting.get(id)?.resolve(value)
      else waiting.get(id)?.reject(new Error(JSON.stringify(error)))
      waiting.delete(id)
    }
  })
  // A broken pipe is said to those who wait, when the socket closes.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const it of waiting.values()) it.reject(new Error('Thunderbird has ended'))
  })
  return (name: string, parameters: object): Promise<unknown> => {
    last += 1
    const message = Buffer.from(JSON.stringify([0, last, name, parameters]))
    socket.write(`${message.length}:`)
    socket.write(message)
    const answer = Promise.withResolvers<unknown>()
    waiting.set(last, answer)
    if (socket.destroyed) answer.reject(new Error('Thunderbird has ended'))
    return answer.promise
  }
}
