import { readFileSync } from 'node:fs'
import { floorOf } from './floor.ts'

/** @returns addresses of all that the demo form fetches at the first touch */
function formChunks(html: string): string[] {
  const [, chunks] = /id="demo".*?\sdata-touch="[^"]*" data-preload="([^"]*)"/s.exec(html) ?? []
  if (chunks === undefined) throw new Error('the page has no demo form')
  return chunks.split(' ')
}

/** Fetches the chunks side by side at the first touch, runs none of them, and shows an alert. */
function scriptOf(chunks: readonly string[]): string {
  return `
const chunks = ${JSON.stringify(chunks)}
addEventListener('submit', (event) => event.preventDefault())
addEventListener('pointerdown', async () => {
  await Promise.all(chunks.map(async (url) => (await fetch(url)).text()))
  const notices = document.createElement('div')
  notices.id = 'notices'
  const alert = document.createElement('div')
  alert.setAttribute('role', 'alert')
  const text = document.createElement('p')
  text.textContent = 'Please enter your email and company name'
  alert.append(text)
  notices.append(alert)
  document.body.append(notices)
}, { once: true })
`
}

/** The text of the front page as plain HTML, with the least that a form can do. */
export function formFloorOf(file: string): string {
  const page = readFileSync(file, 'utf8')
  return floorOf(page).replace('</body>', `<script>${scriptOf(formChunks(page))}</script></body>`)
}
