/** Asks for the data at once if there is a session, as `early`, and formats a first number. */
export function askingScript(urls: readonly string[]): string {
  return `
const urls = ${JSON.stringify(urls)}
globalThis.ask = (token) => {
  globalThis.early = urls.map(async (url) => (await fetch(url, { headers: { authorization: 'Bearer ' + token } })).json())
}
const token = localStorage.getItem('aman_access_token')
if (token !== null) ask(token)
requestIdleCallback(() => new Intl.NumberFormat('en').format(0))
`
}

/**
 * The employee's dashboard by hand: plain HTML, and one small script that fills it from the same calls. What
 * first figures can hardly be quicker than.
 */
export function idealOf(urls: readonly string[]): string {
  const fill = `
const [form, main] = document.body.children
const show = async () => {
  const [me, data] = await Promise.all(early)
  const { risk_score, total_emails_scanned, phishing_emails_caught, safe_emails } = data
  const format = new Intl.NumberFormat('en').format
  const texts = [me.full_name, ...[Math.round(risk_score), total_emails_scanned, phishing_emails_caught, safe_emails].map(format)]
  texts.forEach((text, at) => { main.children[at].textContent = text })
  form.hidden = !(main.hidden = false)
  requestAnimationFrame(() => setTimeout(() => {
    main.lastElementChild.append(...data.recent_phishing_emails.map((threat) => {
      const row = document.createElement('li')
      row.textContent = [threat.email_subject, threat.sender_domain, threat.threat_level, threat.detection_reason, threat.timestamp].join(' ')
      return row
    }))
  }))
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>By hand</title><link rel="icon" href="/favicon.svg"><script>${askingScript(urls)}</script></head><body><form hidden><label>Username <input></label> <label>Password <input type="password"></label> <button>Sign In</button></form><main hidden><h1></h1><p></p><p></p><p></p><p></p><ul></ul></main><script>${fill}</script></body></html>\n`
}
