import {
  loadConverter,
  problemWith,
  readMailFile,
} from '../../../lib/emails/mail-file/read-mail-file.ts'
import { judgeHere, loadModel, type Question } from '../../../lib/public-page/try/judge-here.ts'
import { countSent, loadSamples, questionOfText } from '../../../lib/public-page/try/samples.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { draw, element } from '../../core/judged/draw.ts'
import { briefVerdict, titleOf } from '../../core/judged/shown-verdict.ts'
import { verdictOf } from './verdict.ts'

/** As much as the judge reads of a file. */
const limitBytes = 25_000_000

/** Why something cannot be asked, in words, and the control to correct it in. */
export class Problem extends Error {
  readonly control: HTMLElement | undefined

  constructor(text: string, control?: HTMLElement) {
    super(text)
    this.control = control
  }
}

async function askOfSample(index: number): Promise<Question> {
  const { mails } = await loadSamples()
  return { kind: 'mail', bytes: new TextEncoder().encode(mails[index]) }
}

/** @param field where the text stands, or the beginning of it */
export async function askOfText(text: string, field: HTMLElement): Promise<Question> {
  if (text.trim() === '') throw new Problem($tryMailWords.get().emptyText, field)
  return questionOfText(text)
}

export async function askOfFile(files: readonly File[]): Promise<Question> {
  const problem = problemWith(files, limitBytes)
  if (problem !== undefined) throw new Problem(problem)
  const [file] = files
  const read = file === undefined ? { problem: '' } : await readMailFile(file)
  if ('problem' in read) throw new Problem(read.problem)
  return { kind: 'mail', bytes: read.bytes }
}

/** Whatever a visitor may do next works without the network; what fails is loaded when it is needed. */
export function loadEarly(): Promise<unknown> {
  return Promise.all([loadModel(), loadSamples()])
    .then(loadConverter)
    .catch(() => undefined)
}

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
