import { countSent } from '../../../lib/public-page/try/count-sent.ts'
import { judgeHere } from '../../../lib/public-page/try/judge-here.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { draw, element } from '../../core/judged/draw.ts'
import { briefVerdict, titleOf } from '../../core/judged/shown-verdict.ts'
import { askOfSample, loadEarly } from './questions.ts'
import { verdictOf } from './verdict.ts'

const phone = '(pointer: coarse) and ((width < 40rem) or (height < 30rem))'

/** Judges the first sample of the hero at once, in place of its picture, and others when they are chosen. */
export function judgeSamples(part: HTMLElement, form: HTMLFormElement): void {
  const samples = [...form.querySelectorAll('button')]
  const note = part.querySelector('.judge-note')
  const alert = part.querySelector<HTMLElement>('[role=alert]')
  const status = element('p', 'visually-hidden')
  status.role = 'status'
  part.append(status)
  // The note says what is true from here on: the network can be switched off.
  const ready = loadEarly().then(() => {
    let sent: HTMLElement | undefined
    countSent((bytes) => {
      const said = sentSince(bytes)
      if (sent === undefined) sent = element('p', '', said)
      else sent.textContent = said
    })
    return sent
  })
  let newest = 0

  async function judge(index: number): Promise<string | undefined> {
    newest += 1
    const request = newest
    const sent = await ready
    const judged = await judgeHere(await askOfSample(index))
    if (request !== newest) return undefined
    const verdict = verdictOf(judged)
    show(part, draw(briefVerdict(verdict, judged.mail)))
    for (const [at, sample] of samples.entries()) sample.ariaPressed = String(at === index)
    note?.replaceChildren(ranHere(), sent ?? '')
    return titleOf(verdict)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { submitter } = event
    const index = submitter instanceof HTMLButtonElement ? samples.indexOf(submitter) : 0
    status.textContent = ''
    if (alert !== null) alert.hidden = true
    judge(index)
      .then((title) => {
        if (title !== undefined) status.textContent = title
      })
      .catch((error: unknown) => {
        console.error('try', error)
        if (alert !== null) alert.hidden = false
      })
  })
  judge(0).catch((error: unknown) => console.error('try', error))
}

/** Lets the words light up in the order of their reasons, when the reader sees them. */
function show(part: HTMLElement, judged: Element): void {
  const reasons = judged.querySelectorAll<HTMLElement>('li')
  for (const [at, reason] of reasons.entries()) setStep(reason, at + 1)
  for (const word of judged.querySelectorAll<HTMLElement>('dl [data-reason], div [data-reason]')) {
    setStep(word, Number(word.dataset.reason))
  }
  for (const level of judged.querySelectorAll<HTMLElement>('.try-level')) {
    setStep(level, reasons.length + 1)
  }
  const former = part.querySelector<HTMLElement>('.judged')
  // A shorter mail moves nothing that stands below it.
  if (former !== null && judged instanceof HTMLElement) {
    judged.style.minBlockSize = `${former.offsetHeight}px`
  }
  part.dataset.waiting = 'unseen'
  former?.replaceWith(judged)
  new IntersectionObserver(([seen], observer) => {
    if (seen?.isIntersecting !== true) return
    part.dataset.waiting = ''
    observer.disconnect()
  }).observe(judged)
}

function setStep({ style }: HTMLElement, step: number): void {
  style.setProperty('--step', String(step))
}

function ranHere(): HTMLElement {
  const { ranOnPhone, ranOnDevice, nothingSent, pasteYours } = $tryMailWords.get()
  const link = element('a', '', pasteYours)
  link.href = '#paste'
  const ran = matchMedia(phone).matches ? ranOnPhone : ranOnDevice
  return element('p', '', `${ran} ${nothingSent} `, link, '.')
}

function sentSince(bytes: number): string {
  const { sent, orMore } = $tryMailWords.get()
  return sent({ bytes: bytes === 0 ? 0 : orMore({ bytes }) })
}
