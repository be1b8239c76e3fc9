import { element } from '../../src/islands/core/judged/draw.ts'
import { browser } from '../core/browser.ts'
import { type Shown, showVerdict } from '../core/messages.ts'
import { readSettings, type Settings, type Site, switchOn } from '../core/settings.ts'
import { drawVerdict, onRealClick } from '../view/draw-verdict.ts'
import { setPageLanguage } from '../view/set-page-language.ts'
import '../view/set-page-language.ts'
import '../../src/islands/core/judged/judged-mail.css'
import '../../src/islands/core/judged/shown-mail.css'
import '../view/verdict.css'

/* The toolbar's window: the verdict of the mail in this tab, where no page can hide or imitate it. */

type Words = ReturnType<typeof setPageLanguage>

async function show(): Promise<void> {
  const settings = await readSettings()
  const words = setPageLanguage(settings)
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  const shown = tab?.id === undefined ? undefined : await askFrames(tab.id)
  const content =
    shown === undefined
      ? nothingSeen(tab?.url, settings, words)
      : [drawVerdict(shown, { isOpen: true })]
  const options = button(words.settings, 'plain', () => void browser.runtime.openOptionsPage())
  const heading = element('h1', 'visually-hidden', words.name)
  const main = element('main', 'popup', heading, ...content, element('div', 'popup-foot', options))
  document.body.replaceChildren(main)
}

/** In tabs without the extension's script, no one answers. */
function askFrames(tabId: number): Promise<Shown | undefined> {
  return browser.tabs.sendMessage<Shown>(tabId, showVerdict).catch(() => undefined)
}

/** @param address known after the user pressed the toolbar's icon, and only for this tab */
function nothingSeen(address: string | undefined, settings: Settings, words: Words): HTMLElement[] {
  const url = address === undefined ? null : URL.parse(address)
  const isWebsite = url !== null && /^https?:$/.test(url.protocol)
  if (!isWebsite || settings.sites.some(({ origin }) => origin === url.origin)) {
    return [element('p', '', isWebsite ? words.noMail : words.unseen)]
  }
  const offered = settings.offered.find(({ origin }) => origin === url.origin)
  const site: Site = offered ?? { origin: url.origin, program: 'roundcube' }
  const said = element('p', '', words.switchOnHint({ host: url.host }))
  said.role = 'status'
  const on = button(words.switchOn({ host: url.host }), 'primary', () => {
    switchOn(site)
      .then((isOn) => {
        said.textContent = isOn ? words.added({ host: url.host }) : words.refused
      })
      .catch(() => {
        said.textContent = words.notSaved
      })
  })
  return [said, on]
}

function button(label: string, variant: 'primary' | 'plain', act: () => void): HTMLElement {
  const made = element('button', 'button', label)
  made.type = 'button'
  made.dataset.variant = variant
  made.dataset.size = 'small'
  onRealClick(made, act)
  return made
}

void show()
