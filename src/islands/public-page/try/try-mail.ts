import { $judgedMailWords } from '../../../lib/core/words/judged-mail.words.yaml'
import { $mailFileWords } from '../../../lib/emails/mail-file/mail-file.words.yaml'
import { acceptedFiles } from '../../../lib/emails/mail-file/read-mail-file.ts'
import { element } from '../../core/judged/element.ts'
import { holdLongText } from '../../core/judged/hold-long-text.ts'
import judgedStyle from '../../core/judged/judged-mail.css?inline'
import { showIn } from './answers.ts'
import { judgeSamples } from './judge-samples.ts'
import { loadEarly } from './load-early.ts'
import { askOfFile, askOfText } from './questions.ts'
import { takeDrops } from './take-drops.ts'
import style from './try-mail.css?inline'

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
