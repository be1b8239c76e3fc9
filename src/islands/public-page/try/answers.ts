import { judgeHere, type Question } from '../../../lib/public-page/try/judge-here.ts'
import { loadSamples } from '../../../lib/public-page/try/samples.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { draw } from '../../core/judged/draw.ts'
import { element } from '../../core/judged/element.ts'
import { shownVerdict, titleOf } from '../../core/judged/shown-verdict.ts'
import { Problem } from './questions.ts'
import { verdictOf } from './verdict.ts'

/** @returns what asks, and shows the verdict or why there is none */
export function showIn(part: HTMLElement, alert: HTMLElement, first: HTMLElement) {
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
