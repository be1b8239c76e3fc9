import { $judgedMailWords } from '../../../lib/core/words/judged-mail.words.yaml'
import { $mailFileWords } from '../../../lib/emails/mail-file/mail-file.words.yaml'
import { acceptedFiles } from '../../../lib/emails/mail-file/read-mail-file.ts'
import { judgeHere, type Question } from '../../../lib/public-page/try/judge-here.ts'
import { loadSamples } from '../../../lib/public-page/try/samples.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { draw, element } from '../../core/judged/draw.ts'
import { holdLongText } from '../../core/judged/hold-long-text.ts'
import judgedStyle from '../../core/judged/judged-mail.css?inline'
import { shownVerdict, titleOf } from '../../core/judged/shown-verdict.ts'
import { judgeSamples } from './judge-samples.ts'
import { askOfFile, askOfText, loadEarly, Problem } from './questions.ts'
import style from './try-mail.css?inline'
import { verdictOf } from './verdict.ts'

/** Lets the visitor try the judge, on the samples of the hero or on a mail; loaded at the first touch. */
export function onTouch(part: HTMLElement): void {
  const form = part.querySelector('form')
  const text = part.querySelector('textarea')
  const file = part.querySelector<HTMLInputElement>('[type=file]')
  const alert = part.querySelector<HTMLElement>('[role=alert]')
  if (form === null) return
  if (text === null || file === null || alert === null) {
    judgeSamples(part, form)
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(judgedStyle + style)
  document.adoptedStyleSheets.push(sheet)
  const how = element('p', 'try-quiet try-how', $mailFileWords.get().howToSave)
  how.id = 'try-how'
  whenTouched(part, () => form.append(how))
  file.accept = acceptedFiles
  file.setAttribute('aria-describedby', how.id)
  const show = showIn(part, alert, text)
  const rest = element('p', 'try-quiet', $judgedMailWords.get().restNotShown)
  const wholeText = holdLongText(text, (isLonger) => {
    if (isLonger) text.after(rest)
    else rest.remove()
  })

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void show(() => askOfText(wholeText(), text))
  })
  const take = (files: readonly File[]) => void show(() => askOfFile(files))
  const takeChosen = () => {
    const files = [...(file.files ?? [])]
    // The same file may be chosen again.
    file.value = ''
    if (files.length > 0) take(files)
  }
  file.addEventListener('change', takeChosen)
  takeDrops(form, take)
  // Chosen while the code was on its way.
  takeChosen()
  void loadEarly()
}

/** The code may have come for the samples, and what stands below must not move untouched. */
function whenTouched(part: HTMLElement, act: () => void): void {
  if (part.matches(':hover, :focus-within')) {
    act()
    return
  }
  const touched = new AbortController()
  for (const sign of ['pointerover', 'focusin']) {
    part.addEventListener(
      sign,
      () => {
        touched.abort()
        act()
      },
      { signal: touched.signal },
    )
  }
}

/** Takes files that are dropped anywhere in the window, where a browser would open them instead. */
function takeDrops(form: HTMLElement, take: (files: readonly File[]) => void): void {
  const mark = (isDragging: boolean) => form.toggleAttribute('data-dragging', isDragging)
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    mark(true)
  })
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false)
  })
  addEventListener('drop', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    mark(false)
    take([...event.dataTransfer.files])
  })
}

/** @returns what asks, and shows the verdict or why there is none */
function showIn(part: HTMLElement, alert: HTMLElement, first: HTMLElement) {
  const status = element('p', '')
  status.role = 'status'
  const result = element('div', '')
  alert.id = 'try-problem'
  alert.after(status, result)
  const notLoaded = alert.textContent
  let newest = 0
  let marked: HTMLElement | undefined

  function clear(): void {
    marked?.removeAttribute('aria-invalid')
    marked?.removeAttribute('aria-describedby')
    marked = undefined
    alert.hidden = true
    result.replaceChildren()
  }

  function showProblem(problem: Problem): void {
    alert.textContent = problem.message
    alert.hidden = false
    marked = problem.control
    marked?.setAttribute('aria-invalid', 'true')
    marked?.setAttribute('aria-describedby', alert.id)
    marked?.focus()
  }

  return async (ask: () => Promise<Question>): Promise<void> => {
    newest += 1
    const request = newest
    const words = $tryMailWords.get()
    clear()
    part.ariaBusy = 'true'
    status.className = 'try-quiet'
    status.textContent = words.reading
    try {
      const judged = await judgeHere(await ask())
      if (request !== newest) return
      const verdict = verdictOf(judged)
      const shown = draw(shownVerdict(verdict))
      const after = [await demoLine(), again(clear, first)]
      shown.querySelector('.try-verdict')?.append(...after)
      result.replaceChildren(shown)
      status.textContent = titleOf(verdict)
      shown.querySelector('h3')?.focus({ preventScroll: true })
      shown.scrollIntoView({ block: 'start' })
    } catch (error) {
      if (request !== newest) return
      status.textContent = ''
      if (!(error instanceof Problem)) console.error('try', error)
      showProblem(error instanceof Problem ? error : new Problem(notLoaded))
    } finally {
      if (request === newest) {
        part.ariaBusy = null
        status.className = 'visually-hidden'
      }
    }
  }
}

/** Leads to the demo form, with nothing of the mail; it comes with the samples. */
async function demoLine(): Promise<HTMLElement | string> {
  const samples = await loadSamples().catch(() => undefined)
  if (samples === undefined) return ''
  const link = element('a', '', samples.demoLink)
  link.href = '#demo'
  return element('p', '', link)
}

function again(clear: () => void, first: HTMLElement): HTMLElement {
  const button = element('button', 'button', $tryMailWords.get().another)
  button.type = 'button'
  button.dataset.variant = 'secondary'
  button.addEventListener('click', () => {
    clear()
    first.focus()
  })
  return button
}
