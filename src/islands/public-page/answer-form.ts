import { describeFields, done, rejectFields, type Submitted } from '../../lib/core/ui-state/form.ts'
import { noticesAbout } from '../../lib/core/ui-state/notices.ts'
import { $mailLinkWords } from '../../lib/core/words/mail-link.words.yaml'
import { demoMail, missingFields, readDemoRequest } from '../../lib/public-page/demo-form.ts'
import { $demoFormWords } from '../../lib/public-page/words/demo-form.words.yaml'
import { clearSent, focusFirst } from '../../ui/form-fields.ts'
import style from '../../ui/notices.css?inline'
import { showNotices } from '../../ui/show-notices.ts'

const notices = noticesAbout('demo')

/** Rejects empty fields; otherwise opens the mail, then shows the alert (R091-R095). */
export function sendDemoRequest(form: FormData, openMail: (href: string) => void): Submitted {
  const words = $demoFormWords.get()
  const request = readDemoRequest(form)
  const missing = missingFields(request)
  notices.drop()
  if (missing.length > 0) return rejectFields(notices, words.missing, missing)
  openMail(demoMail(request))
  notices.success(words.sent)
  return done
}

/** Answers the submits of the demo form; loaded at its first touch, with the style of its notices. */
export function onTouch(part: HTMLElement): void {
  const form = part.querySelector('form')
  if (form === null) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets.push(sheet)
  showNotices()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void answer(form)
  })
}

async function answer(form: HTMLFormElement): Promise<void> {
  const sent = new FormData(form)
  const submitted = sendDemoRequest(sent, (href) => openMail(form, href))
  const invalid = submitted.status === 'invalid' ? submitted.fields : []
  const names = invalid.map(({ field }) => field)
  // The words come later; the mark and the focus do not wait for them.
  mark(form, new Map(names.map((name) => [name, ''])))
  focusFirst(form, names)
  if (submitted.status === 'done') clearSent(form, sent)
  else mark(form, await describeFields(invalid))
}

/** A link that is clicked by the script and stays, in case no mail program opens. */
function openMail(form: HTMLFormElement, href: string): void {
  const link = form.querySelector('a') ?? form.appendChild(document.createElement('a'))
  link.href = href
  link.textContent = $mailLinkWords.get().fallback
  link.click()
}

/** Marks the invalid controls, and no others, with what is wrong with each. */
function mark(form: HTMLFormElement, problems: ReadonlyMap<string, string>): void {
  for (const control of form.querySelectorAll('input')) {
    const problem = problems.get(control.name)
    const id = `${control.id}-problem`
    form.querySelector(`[id="${id}"]`)?.remove()
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
    if (problem === undefined) continue
    control.setAttribute('aria-invalid', 'true')
    if (problem === '') continue
    control.setAttribute('aria-describedby', id)
    const words = document.createElement('p')
    words.id = id
    words.className = 'field-problem'
    words.textContent = problem
    control.after(words)
  }
}
