import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test'
import type { Target } from '../../../extension/build/manifest.ts'
import { test as base } from '../browser/browser.ts'
import { chromiumFlags } from '../browser/chromium-flags.ts'
import { owning } from '../owning.ts'
import { serverUnderTest } from '../server/server-under-test.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { until } from '../until.ts'

const root = join(import.meta.dirname, '../../..')

export interface Extension {
  readonly context: BrowserContext
  /** The extension's own process, which answers what `chrome` knows. */
  readonly worker: Worker
  /** The address of one of its pages. */
  address(page: 'options.html' | 'popup.html'): string
}

/** The built extension in a Chromium of its own. */
export const test = base.extend<object, { extension: Extension }>({
  extension: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use, { project }) => {
      const program = project.use.launchOptions?.executablePath
      await using started = await startExtension(program, { built: await buildOnce() })
      await use(started)
    },
    { scope: 'worker' },
  ],

  context: async ({ extension }, use) => {
    await use(extension.context)
    for (const page of extension.context.pages().slice(1)) await page.close()
    await extension.worker.evaluate(() => chrome.storage.local.clear())
  },
})

interface StartOptions {
  /** The folder of the packages, if they are built. */
  readonly built?: string
  /** An administrator writes it for the extension; needs root. */
  readonly policy?: Policy
}

export async function startExtension(
  program: string | undefined,
  { built, policy }: StartOptions = {},
): Promise<Extension & AsyncDisposable> {
  await using started = new AsyncDisposableStack()
  const { path: folder } = started.use(await temporaryFolder())
  const { path: profile } = started.use(await temporaryFolder())
  if (built === undefined) await buildExtension(folder, 'chromium')
  const unpacked = join(built ?? folder, 'chromium')
  const executablePath =
    policy === undefined || program === undefined
      ? program
      : await programWithPolicy('chromium', program, { folder, unpacked, policy })
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...chromiumFlags,
      `--disable-extensions-except=${unpacked}`,
      `--load-extension=${unpacked}`,
    ],
    reducedMotion: 'reduce',
  })
  started.defer(() => context.close())
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const { protocol, host } = new URL(worker.url())
  const address: Extension['address'] = (page) => `${protocol}//${host}/${page}`
  return owning(started, { context, worker, address })
}

/** Builds the packages for all workers of a run. */
async function buildOnce(): Promise<string> {
  const folder = join(serverUnderTest.results, './')
  const ready = `${folder}-ready`
  try {
    // Building removes the folder first, so that another worker could make it then.
    await mkdir(`${folder}-claimed`)
  } catch {
    // Another worker builds, or has built.
    if (await until(() => existsSync(ready), { mostMs: 120_000 })) return folder
    throw new Error('The extension was not built')
  }
  await buildExtension(folder, 'chromium')
  await writeFile(ready, '')
  return folder
}

/**
 * Builds the packages. The one thing that differs from an installation: no one is there to answer the
 * browser's question for a site, so that all sites are allowed from the beginning.
 */
export async function buildExtension(folder: string, target: Target): Promise<void> {
  const script = join(root, 'extension/build/build.ts')
  await promisify(execFile)(process.execPath, [script, '--folder', folder], { cwd: root })
  const path = join(folder, target, 'manifest.json')
  const { optional_host_permissions, ...manifest } = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(
    path,
    JSON.stringify({ ...manifest, host_permissions: optional_host_permissions }),
  )
}

/** Switches the extension on for a site, and waits until pages that are opened there have its script. */
export async function switchOnFor({ worker }: Extension, sites: readonly object[]): Promise<void> {
  await worker.evaluate(async (wanted) => {
    await chrome.storage.local.set({ sites: wanted })
    for (;;) {
      const scripts = await chrome.scripting.getRegisteredContentScripts()
      if (scripts.length > 0) return
      await new Promise((resume) => setTimeout(resume, 10))
    }
  }, sites)
}

export function toolbar({ worker }: Extension): Promise<{ badge: string; title: string }> {
  return worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
    const tabId = tab?.id ?? 0
    return {
      badge: await chrome.action.getBadgeText({ tabId }),
      title: await chrome.action.getTitle({ tabId }),
    }
  })
}

/** The settings of the extension that an administrator sets. */
interface Policy {
  readonly server: string
  readonly key: string
}

/** The places where the two browsers of Debian read policies. */
const places = {
  chromium: { folder: '/etc/chromium', file: 'policies/managed/aman.json' },
  firefox: { folder: '/usr/lib/firefox-esr/distribution', file: 'policies.json' },
} as const

/**
 * Writes a program that starts a browser with a policy for the extension, which no other process of the
 * machine sees. Needs root.
 * @param folder an empty one for it
 * @param unpacked the folder of the extension, from whose path Chromium makes its id
 */
export async function programWithPolicy(
  browser: keyof typeof places,
  program: string,
  { folder, unpacked, policy }: { folder: string; unpacked: string; policy: Policy },
): Promise<string> {
  const content = {
    chromium: { '3rdparty': { extensions: { [idOf(unpacked)]: policy } } },
    firefox: { policies: { '3rdparty': { Extensions: { 'extension@aman.example': policy } } } },
  }
  const place = places[browser]
  const file = join(folder, 'place', place.file)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(content[browser]))
  const started = join(folder, 'browser')
  await writeFile(
    started,
    `#!/bin/sh
exec unshare --mount sh -c 'mount --bind ${folder}/place ${place.folder} && exec ${program} "$@"' sh "$@"
`,
  )
  await chmod(started, 0o755)
  return started
}

/** Half of the hash of its path, in letters from a to p. */
function idOf(unpacked: string): string {
  const digits = hash('sha256', unpacked).slice(0, 32)
  return digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
}

/** The window of the toolbar's icon, which Playwright does not know as a page. */
interface Popup {
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
    violations() {
      const axe = readFileSync(
        createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
        'utf8',
      )
      return evaluate(
        `${axe};axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map((it) => it.html)))`,
      )
    },
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
