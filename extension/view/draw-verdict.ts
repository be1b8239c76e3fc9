import { directionOf } from '../../contract/core/locale.ts'
import { draw } from '../../src/islands/core/judged/draw.ts'
import { element } from '../../src/islands/core/judged/element.ts'
import { icon } from '../../src/lib/core/judged/tree.ts'
import { levelIcons } from '../../src/ui/level-icons.ts'
import type { Shown } from '../core/messages.ts'

/** A verdict in a line, whose reasons are shown when they are asked for. */
export function drawVerdict(shown: Shown, { isOpen }: { readonly isOpen: boolean }): HTMLElement {
  const { level, title, locale, words } = shown
  const details = element('div', 'verdict-details', draw(shown.details))
  details.id = 'details'
  const why = element('button', 'button')
  why.type = 'button'
  why.dataset.variant = 'secondary'
  why.dataset.size = 'small'
  why.setAttribute('aria-controls', details.id)
  const open = (isWanted: boolean) => {
    details.hidden = !isWanted
    why.ariaExpanded = String(isWanted)
    why.textContent = isWanted ? words.less : words.why
  }
  open(isOpen)
  onRealClick(why, () => open(details.hidden !== false))
  const heading = element('h2', 'verdict-title', draw(icon(levelIcons[level])), title)
  const line = element('div', 'verdict-line', heading, element('div', 'verdict-acts', why))
  line.dataset.level = level
  const part = element('section', 'verdict', line, details)
  part.lang = locale
  part.dir = directionOf(locale)
  part.ariaLabel = words.label
  return part
}

/** Scripts of a page can make clicks too, which no reader meant. */
export function onRealClick(button: HTMLElement, act: () => void): void {
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    if (event.isTrusted) act()
  })
}
