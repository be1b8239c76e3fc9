import judgedStyle from '../../src/islands/core/judged/judged-mail.css?inline'
import mailStyle from '../../src/islands/core/judged/shown-mail.css?inline'
import arabic from '../../src/styles/arabic.css?inline'
import base from '../../src/styles/base.css?inline'
import layers from '../../src/styles/layers.css?inline'
import tokens from '../../src/styles/tokens.css?inline'
import button from '../../src/ui/button.css?inline'
import type { Shown } from '../core/messages.ts'
import { drawVerdict } from '../view/draw-verdict.ts'
import verdictStyle from '../view/verdict.css?inline'

/** The page's root element has its own size of letters, and its own values of what the tokens name. */
const style = [layers, tokens, base, button, judgedStyle, mailStyle, verdictStyle, arabic]
  .join('\n')
  .replaceAll(':root', '.verdict')
  .replaceAll(/(\d*\.?\d+)rem\b/g, (_, size: string) => `${Number(size) * 16}px`)

/** Inline and important, which no style sheet of a page is stronger than. */
const frame = {
  all: 'initial',
  display: 'block',
  margin: '8px',
  opacity: '1',
  visibility: 'visible',
  position: 'relative',
  'z-index': 'auto',
}

/** Puts the verdict above a mail, where the page's scripts see an empty element alone. */
export function putLine(place: Element, shown: Shown, isCurrent: () => boolean): HTMLElement {
  const host = document.createElement('div')
  for (const [name, value] of Object.entries(frame)) {
    host.style.setProperty(name, value, 'important')
  }
  const root = host.attachShadow({ mode: 'closed' })
  addStyle(root)
  root.append(drawVerdict(shown, { isOpen: false, isCurrent }))
  place.before(host)
  return host
}

/** Firefox lets an extension's script adopt no sheet in a page, and applies its element despite a policy. */
function addStyle(root: ShadowRoot): void {
  const sheet = document.createElement('style')
  sheet.textContent = style
  root.append(sheet)
}
