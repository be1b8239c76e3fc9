import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, minifySync } from 'vite'
import { confirmedByPage } from '../../../../hosting/headers.ts'
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { compressFolder } from '../../../scripts/site/compress.ts'
import { addFloor } from '../../site/site-under-test.ts'
import { dashboards, type MeasuredDashboard } from '../dashboards.ts'

/** As the pages of the product have it. */
const short = (script: string) => minifySync('script.js', script).code.trim()

/**
 * Asks for the data at once if there is a session, as `early`, and formats a first number. A page that the
 * browser has kept asks whether it is still the newest, like those of the product.
 */
function askingScript(urls: readonly string[]): string {
  return short(`
const urls = ${JSON.stringify(urls)}
const isNewest = async () => {
  const [start] = performance.getEntriesByType('navigation')
  if (start?.transferSize !== 0 || start.type === 'reload') return
  const answer = await fetch(location.href, { cache: 'no-cache' })
  if (!(await answer.text()).includes(document.title)) location.reload()
}
globalThis.ask = (token, confirmed) => {
  globalThis.early = urls.map(async (url) => {
    const answer = await (await fetch(url, { headers: { authorization: 'Bearer ' + token } })).json()
    await confirmed
    return answer
  })
}
const token = localStorage.getItem('aman_access_token')
if (token !== null) ask(token, isNewest())
requestIdleCallback(() => new Intl.NumberFormat('en').format(0))
`)
}

/**
 * A dashboard by hand: plain HTML, and one small script that fills it from the same calls. What first figures
 * can hardly be quicker than.
 */
function idealOf({ byHand }: MeasuredDashboard, urls: readonly string[]): string {
  const fill = `
const [form, main] = document.body.children
const show = async () => {
  const [me, data] = await Promise.all(early)
  const format = new Intl.NumberFormat('en').format
  const texts = [me.full_name, ...${byHand.figures}.map(format)]
  texts.forEach((text, at) => { main.children[at].textContent = text })
  const addRows = () => {
    main.lastElementChild.append(...${byHand.rows}.map((texts) => {
      const row = document.createElement('li')
      row.textContent = texts.join(' ')
      return row
    }))
  }
  ${byHand.rowsAreFigures ? 'addRows()' : 'requestAnimationFrame(() => setTimeout(addRows))'}
  form.hidden = !(main.hidden = false)
}
if (globalThis.early) show()
else form.hidden = false
form.onsubmit = async (event) => {
  event.preventDefault()
  const [username, password] = [...form.querySelectorAll('input')].map(({ value }) => value)
  const answer = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  ask((await answer.json()).access_token)
  show()
}
`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>By hand</title><link rel="icon" href="/favicon.svg"><script>${askingScript(urls)}</script></head><body><form hidden><label>Username <input></label> <label>Password <input type="password"></label> <button>Sign In</button></form><main hidden><h1></h1><p></p><p></p><p></p><p></p><ul></ul></main><script>${short(fill)}</script></body></html>\n`
}

export const listFloor = { path: '/floor-list', urls: ['/api/flags/list'] } as const

/** Adds each dashboard's floor page to a built site, with the one script that they share. */
export async function addFloors(site: string): Promise<void> {
  await using folder = await temporaryFolder()
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      outDir: folder.path,
      assetsDir: 'assets',
      rolldownOptions: { input: join(import.meta.dirname, 'floor.tsx') },
    },
  })
  const [built] = [result].flat()
  const script = built !== undefined && 'output' in built ? built.output[0]?.fileName : undefined
  if (script === undefined) throw new Error('the floor page did not build')
  await compressFolder(folder.path)
  cpSync(folder.path, site, { recursive: true })
  for (const dashboard of dashboards) {
    const urls = earlyUrlsOf(readFileSync(join(site, dashboard.page, 'index.html'), 'utf8'))
    await addPage(site, dashboard.floor, script, urls)
    await addFloor(site, dashboard.ideal, idealOf(dashboard, urls), confirmedByPage)
  }
  await addPage(site, listFloor.path, script, [...listFloor.urls])
}

/** The early calls of a dashboard's page, when its first tab is the one that opens. */
function earlyUrlsOf(html: string): string[] {
  // As the minifier writes it.
  const [, urls] = /\[\{at:`[^`]*`,urls:\[`([^\]]*)`\]/.exec(html) ?? []
  if (urls === undefined) throw new Error('the page asks for nothing early')
  return urls.split('`,`')
}

/** Like the dashboards, the page asks for its data, and formats a first number, before its code has come. */
async function addPage(
  site: string,
  path: string,
  script: string,
  urls: readonly string[],
): Promise<void> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Floor</title><link rel="icon" href="/favicon.svg"><script>${askingScript(urls)}</script><script type="module" src="/${script}"></script></head><body><div id="root"></div></body></html>\n`
  await addFloor(site, path, html, confirmedByPage)
}
