import { directionOf } from '../../contract/core/locale.ts'
import { draw, element } from '../../src/islands/core/judged/draw.ts'
import { icon } from '../../src/lib/core/judged/tree.ts'
import { levelIcons } from '../../src/ui/level-icons.ts'
import { browser } from '../core/browser.ts'
import type { Act, Acted, ActOnMail, Shown } from '../core/messages.ts'

interface Drawing {
  readonly isOpen: boolean
  /** Whether the mail is still the one that is shown, at the moment of a click. */
  readonly isCurrent?: () => boolean
}

/** A verdict in a line, whose reasons are shown when they are asked for. */
export function drawVerdict(
  shown: Shown,
  { isOpen, isCurrent = () => true }: Drawing,
): HTMLElement {
  const { level, title, locale, words } = shown
  const details = element('div', 'verdict-details', draw(shown.details))
  details.id = 'details'
  const why = smallButton()
  why.setAttribute('aria-controls', details.id)
  const open = (isWanted: boolean) => {
    details.hidden = !isWanted
    why.ariaExpanded = String(isWanted)
    why.textContent = isWanted ? words.less : words.why
  }
  open(isOpen)
  onRealClick(why, () => open(details.hidden !== false))
  const said = element('p', 'verdict-said')
  said.role = 'status'
  const buttons = shown.acts.map((act) => actButton(shown, act, said, isCurrent))
  const heading = element('h2', 'verdict-title', draw(icon(levelIcons[level])), title)
  const line = element(
    'div',
    'verdict-line',
    heading,
    element('div', 'verdict-acts', why, ...buttons),
    said,
  )
  line.dataset.level = level
  const part = element('section', 'verdict', line, details)
  part.lang = locale
  part.dir = directionOf(locale)
  part.ariaLabel = words.label
  return part
}

function smallButton(): HTMLButtonElement {
  const button = element('button', 'button')
  button.type = 'button'
  button.dataset.variant = 'secondary'
  button.dataset.size = 'small'
  return button
}

/** One click does it; the button stays until its outcome is known, and then only after a failure. */
function actButton(
  { words, mail }: Shown,
  act: Act,
  said: HTMLElement,
  isCurrent: () => boolean,
): HTMLButtonElement {
  const button = smallButton()
  button.textContent = words[act]
  onRealClick(button, () => {
    if (button.ariaDisabled === 'true' || !isCurrent()) return
    button.ariaDisabled = 'true'
    const message: ActOnMail = { kind: 'act', act, mail }
    browser.runtime
      .sendMessage<Acted>(message)
      .then((outcome) => {
        said.textContent = outcome.said
        if (!outcome.isDone) button.ariaDisabled = null
      })
      // The extension was updated meanwhile.
      .catch(() => {
        button.ariaDisabled = null
      })
  })
  return button
}

/** Scripts of a page can make clicks too, which no reader meant. */
export function onRealClick(button: HTMLElement, act: () => void): void {
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    if (event.isTrusted) act()
  })
}
