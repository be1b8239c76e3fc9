import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { parse } from 'yaml'
import { directionOf } from '../../../build/locales/locales.ts'
import { locales } from '../../../contract/core/locale.ts'
import { mailOf } from '../../../src/content/sample-mail.ts'
import { trySchema } from '../../../src/content/schemas/try.ts'
import { findBrowser } from '../../../tools/scripts/find-browser.ts'
import { root } from '../../../tools/scripts/run-command.ts'
import { startExtension, switchOnFor } from '../../support/extension/extension.ts'
import { findLine } from '../../support/extension/line.ts'
import {
  findWebmail,
  signInToRoundcube,
  startRoundcube,
} from '../../support/extension/roundcube.ts'
import { until } from '../../support/until.ts'

/* node tests/extension/webmail/take-pictures.ts: the front page's pictures of the extension in Roundcube. */

const folder = join(root, 'src/sections/extension')
const programs = findWebmail()

await mkdir(folder, { recursive: true })
await using extension = await startExtension(process.env.CHROMIUM_PATH ?? (await findBrowser()))
const pages = {
  en: { samples: 'try.yaml', language: 'en-US' },
  ar: { samples: 'ar/try.yaml', language: 'ar' },
} as const
for (const locale of locales) {
  const { samples, language } = pages[locale]
  const content = parse(await readFile(join(root, 'src/content', samples), 'utf8'))
  const { phishing } = trySchema.parse(content).samples
  // As mail programs write text from right to left.
  const direction = `<body dir="${directionOf(locale)}">`
  const [head = '', body = ''] = mailOf(phishing).split('\r\n\r\n')
  const html = Buffer.from(`${direction}${Buffer.from(body, 'base64')}`).toString('base64')
  const mail = `Date: Tue, 6 Oct 2026 09:30:00 +0000\r\n${head}\r\n\r\n${html}\r\n`
  await using webmail = await startRoundcube(programs, [Buffer.from(mail)])
  await extension.worker.evaluate((it) => chrome.storage.local.set({ locale: it }), locale)
  await switchOnFor(extension, [{ origin: webmail.origin, program: 'roundcube' }])
  await extension.context.clearCookies()
  const page = await extension.context.newPage()
  await page.setExtraHTTPHeaders({ 'accept-language': language })
  await page.setViewportSize({ width: 600, height: 440 })
  await signInToRoundcube(page, webmail)
  await page.goto(`${webmail.origin}/?_task=mail&_action=show&_uid=1&_mbox=INBOX`)
  if (!(await until(async () => (await findLine(page)) !== undefined))) throw new Error('no line')
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(join(folder, `${locale}.webp`))
  console.log(`${locale}.webp ${(size / 1000).toFixed(1)} kB`)
  await page.close()
}
