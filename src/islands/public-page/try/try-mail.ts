import { $mailFileWords } from '../../../lib/emails/mail-file/mail-file.words.yaml'
import {
  acceptedFiles,
  loadConverter,
  problemWith,
  readMailFile,
} from '../../../lib/emails/mail-file/read-mail-file.ts'
import { judgeHere, loadModel, type Question } from '../../../lib/public-page/try/judge-here.ts'
import { questionOfText } from '../../../lib/public-page/try/question.ts'
import { loadSamples } from '../../../lib/public-page/try/samples.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { element } from './element.ts'
import { takeDrops } from './take-drops.ts'
import style from './try-mail.css?inline'
import { shownVerdict } from './verdict.ts'

/** As much as the judge reads of a file. */
const limitBytes = 25_000_000

/** What could not be asked, in words, and the control to correct it in. */
class Problem extends Error {
  readonly control: HTMLElement | undefined

  constructor(text: string, control?: HTMLElement) {
    super(text)
    this.control = control
  }
}

/** Lets the visitor try the judge; loaded at the first touch. */
export function onTouch(part: HTMLElement): void {
  const form = part.querySelector('form')
  const text = part.querySelector('textarea')
  const file = part.querySelector<HTMLInputElement>('[type=file]')
  if (form === null || text === null || file === null) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets.push(sheet)
  const buttons = [...form.querySelectorAll('button')]
  const how = element('p', 'try-quiet try-how', $mailFileWords.get().howToSave)
  how.id = 'try-how'
  form.append(how)
  file.accept = acceptedFiles
  file.setAttribute('aria-describedby', how.id)
  const show = showIn(part, form, buttons[0])

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const sample = buttons.findIndex((button) => button === event.submitter)
    void show(sample < buttons.length - 1 ? () => askOfSample(sample) : () => askOfText(text))
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
  loadEarly()
}

/** Whatever a visitor may do next works without the network; what fails is loaded when it is needed. */
function loadEarly(): void {
  Promise.all([loadModel(), loadSamples()])
    .then(loadConverter)
    .catch(() => undefined)
}

async function askOfSample(index: number): Promise<Question> {
  const { mails } = await loadSamples()
  return { kind: 'mail', bytes: new TextEncoder().encode(mails[index]) }
}

async function askOfText(field: HTMLTextAreaElement): Promise<Question> {
  if (field.value.trim() === '') throw new Problem($tryMailWords.get().emptyText, field)
  return questionOfText(field.value)
}

async function askOfFile(files: readonly File[]): Promise<Question> {
  const problem = problemWith(files, limitBytes)
  if (problem !== undefined) throw new Problem(problem)
  const [file] = files
  const read = file === undefined ? { problem: '' } : await readMailFile(file)
  if ('problem' in read) throw new Problem(read.problem)
  return { kind: 'mail', bytes: read.bytes }
}

/** @returns what asks, and shows the verdict or why there is none */
function showIn(part: HTMLElement, form: HTMLFormElement, first: HTMLElement | undefined) {
  const status = element('p', 'visually-hidden')
  status.role = 'status'
  const result = element('div', '')
  form.after(status, result)
  let newest = 0
  let marked: HTMLElement | undefined

  function clear(): void {
    marked?.removeAttribute('aria-invalid')
    marked?.removeAttribute('aria-describedby')
    marked = undefined
    result.replaceChildren()
  }

  function showProblem(problem: Problem): void {
    const line = element('p', 'try-problem', problem.message)
    line.role = 'alert'
    line.id = 'try-problem'
    result.replaceChildren(line)
    marked = problem.control
    marked?.setAttribute('aria-invalid', 'true')
    marked?.setAttribute('aria-describedby', line.id)
    marked?.focus()
  }

  return async (ask: () => Promise<Question>): Promise<void> => {
    newest += 1
    const request = newest
    const words = $tryMailWords.get()
    clear()
    part.ariaBusy = 'true'
    status.textContent = words.reading
    try {
      const judged = await judgeHere(await ask())
      if (request !== newest) return
      const { demoLink } = await loadSamples()
      const shown = shownVerdict(judged, [demoLine(demoLink), again(clear, first)])
      result.replaceChildren(shown.element)
      status.textContent = shown.announcement
      shown.heading.focus({ preventScroll: true })
      shown.element.scrollIntoView({ block: 'start' })
    } catch (error) {
      if (request !== newest) return
      status.textContent = ''
      showProblem(error instanceof Problem ? error : new Problem(words.notLoaded))
    } finally {
      if (request === newest) part.ariaBusy = null
    }
  }
}

function demoLine(text: string): HTMLElement {
  const link = element('a', '', text)
  link.href = '#demo'
  return element('p', '', link)
}

function again(clear: () => void, first: HTMLElement | undefined): HTMLElement {
  const button = element('button', 'button', $tryMailWords.get().another)
  button.type = 'button'
  button.dataset.variant = 'secondary'
  button.addEventListener('click', () => {
    clear()
    first?.focus()
  })
  return button
}
