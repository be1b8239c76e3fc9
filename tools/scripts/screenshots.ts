import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '../../server/demo/accounts.ts'
import { findBrowser } from './find-browser.ts'
import { root, stopChildrenWithUs } from './run-command.ts'
import { startDemo } from './start-demo.ts'

/** One picture of the product, named after its file in docs/images. */
interface Picture {
  readonly name: string
  readonly path: string
  /** The demo account that is signed in; undefined for public pages. */
  readonly username?: 'employee' | 'lead' | 'admin'
  readonly device: 'desktop' | 'phone'
  readonly scheme: 'light' | 'dark'
}

const pictures: readonly Picture[] = [
  { name: 'landing', path: '/', device: 'desktop', scheme: 'light' },
  {
    name: 'employee',
    path: '/dashboard/employee',
    username: 'employee',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'team',
    path: '/dashboard/team',
    username: 'lead',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'admin',
    path: '/dashboard/admin',
    username: 'admin',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'users',
    path: '/dashboard/admin?tab=users',
    username: 'admin',
    device: 'desktop',
    scheme: 'light',
  },
  {
    name: 'dark',
    path: '/dashboard/team',
    username: 'lead',
    device: 'desktop',
    scheme: 'dark',
  },
  {
    name: 'phone',
    path: '/dashboard/employee',
    username: 'employee',
    device: 'phone',
    scheme: 'light',
  },
  {
    name: 'phone-dark',
    path: '/dashboard/team',
    username: 'lead',
    device: 'phone',
    scheme: 'dark',
  },
]

const folder = join(root, 'docs/images')

const viewports = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 800 },
} as const

/** A README has many pictures, and some readers pay for each byte. */
const longestBytes = 80_000

/** Signs in like a user, including the privacy notice. */
async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const agreement = page.getByRole('checkbox')
  await agreement.or(page.getByRole('button', { name: 'Refresh', exact: true })).waitFor()
  if (!(await agreement.isVisible())) return
  await agreement.check()
  await page.getByRole('button', { name: 'Agree & Continue' }).click()
  await agreement.waitFor({ state: 'detached' })
}

async function take(browser: Browser, baseURL: string, picture: Picture): Promise<number> {
  const context = await browser.newContext({
    baseURL,
    viewport: viewports[picture.device],
    colorScheme: picture.scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'Asia/Amman',
  })
  const page = await context.newPage()
  if (picture.username !== undefined) await signIn(page, picture.username)
  await page.goto(picture.path)
  if (picture.username !== undefined) {
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
  }
  // The pointer and the focus ring are not part of the product.
  await page.mouse.move(0, 0)
  await page.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  )
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(join(folder, `${picture.name}.webp`))
  await context.close()
  return size
}

async function takeAll(executablePath: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await using server = await startDemo(new AbortController().signal, { PORT: '0' })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const picture of pictures) {
      const bytes = await take(browser, server.url, picture)
      console.log(`docs/images/${picture.name}.webp ${(bytes / 1000).toFixed(1)} kB`)
      if (bytes > longestBytes) process.exitCode = 1
    }
  } finally {
    await browser.close()
  }
}

stopChildrenWithUs()
const browserPath = await findBrowser()
if (browserPath === undefined) process.exitCode = 1
else await takeAll(browserPath)
