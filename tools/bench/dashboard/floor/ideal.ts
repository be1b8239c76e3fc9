import { minifySync } from 'vite'
import type { MeasuredDashboard } from '../dashboards.ts'

/** As the pages of the product have it. */
const short = (script: string) => minifySync('script.js', script).code.trim()

/**
 * Asks for the data at once if there is a session, as `early`, and formats a first number. A page that the
 * browser has kept asks whether it is still the newest, like those of the product.
 */
export function askingScript(urls: readonly string[]): string {
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
export function idealOf({ byHand }: MeasuredDashboard, urls: readonly string[]): string {
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
