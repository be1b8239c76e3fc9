import { $mailFileWords } from '../../../lib/emails/mail-file/mail-file.words.yaml'
import { acceptedFiles, loadConverter } from '../../../lib/emails/mail-file/read-mail-file.ts'
import { loadModel } from '../../../lib/public-page/try/judge-here.ts'
import { loadSamples } from '../../../lib/public-page/try/samples.ts'
import { element } from '../../core/judged/element.ts'
import judgedStyle from '../../core/judged/judged-mail.css?inline'
import { showIn } from './answers.ts'
import { askOfFile, askOfSample, askOfText } from './questions.ts'
import { takeDrops } from './take-drops.ts'
import style from './try-mail.css?inline'

/** Lets the visitor try the judge; loaded at the first touch. */
export function onTouch(part: HTMLElement): void {
  const form = part.querySelector('form')
  const text = part.querySelector('textarea')
  const file = part.querySelector<HTMLInputElement>('[type=file]')
  const alert = part.querySelector<HTMLElement>('[role=alert]')
  if (form === null || text === null || file === null || alert === null) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(judgedStyle + style)
  document.adoptedStyleSheets.push(sheet)
  // The last button checks the text.
  const samples = [...form.querySelectorAll<HTMLElement>('button')].slice(0, -1)
  const how = element('p', 'try-quiet try-how', $mailFileWords.get().howToSave)
  how.id = 'try-how'
  form.append(how)
  file.accept = acceptedFiles
  file.setAttribute('aria-describedby', how.id)
  const show = showIn(part, alert, samples[0])

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { submitter } = event
    const sample = submitter === null ? -1 : samples.indexOf(submitter)
    void show(sample === -1 ? () => askOfText(text) : () => askOfSample(sample))
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
