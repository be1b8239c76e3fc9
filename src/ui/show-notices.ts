import { $notices, dismissNotice, type Notice } from '../lib/core/ui-state/notices.ts'
import { $noticesWords } from '../lib/core/words/notices.words.yaml'
import { keepFocusUncovered } from './keep-focus-uncovered.ts'
import { noticeIcons } from './level-icons.ts'
import { keepRegionReachable, noticePlace } from './notice-region.ts'
import './icon.css'

const icons = { problem: 'warning', success: 'check', remark: 'info' } as const

/**
 * Shows the notices of `lib/core/ui-state/notices.ts`; one per document. Alerts are announced immediately,
 * other notices through a polite live region that is part of the initial HTML. Without React, because
 * the public pages show notices, too.
 * @returns a function that removes them
 */
export function showNotices(): () => void {
  const cards = new Map<number, HTMLElement>()

  function draw(notices: readonly Notice[]) {
    for (const [id, card] of cards) {
      if (notices.some((notice) => notice.id === id)) continue
      card.remove()
      cards.delete(id)
    }
    for (const notice of notices) {
      const card = cards.get(notice.id) ?? newCard(notice)
      // On a phone only the newest notice is visible.
      card.dataset.newest = String(notice === notices.at(-1))
      if (cards.has(notice.id)) continue
      cards.set(notice.id, card)
      noticePlace(notice.kind === 'problem' ? 'alert' : 'status').append(card)
    }
  }

  function translate() {
    for (const card of cards.values()) translateCard(card)
  }

  const stops = [
    keepRegionReachable(),
    keepFocusUncovered(),
    $notices.subscribe(draw),
    $noticesWords.listen(translate),
  ]
  return () => {
    for (const stop of stops) stop()
    draw([])
  }
}

/** Dismissing a notice by keyboard returns the focus to where it was. */
function newCard({ id, kind, text, cause, reference }: Notice): HTMLElement {
  const card = document.createElement('div')
  card.className = 'notice'
  card.dataset.kind = kind
  if (kind === 'problem') card.setAttribute('role', 'alert')
  const words = document.createElement('p')
  words.textContent = text
  const button = document.createElement('button')
  button.type = 'button'
  let cameFrom: EventTarget | null = null
  button.addEventListener('focus', ({ relatedTarget }) => {
    cameFrom = relatedTarget
  })
  button.addEventListener('click', () => {
    if (cameFrom instanceof HTMLElement) cameFrom.focus()
    dismissNotice(id)
  })
  card.append(newIcon(icons[kind]), words, button)
  if (cause !== undefined) {
    const why = document.createElement('p')
    why.className = 'cause'
    why.textContent = cause
    card.append(why)
  }
  if (reference !== undefined) {
    const place = document.createElement('p')
    place.className = 'reference'
    place.dataset.reference = reference
    card.append(place)
  }
  translateCard(card)
  return card
}

function translateCard(card: HTMLElement): void {
  const button = card.querySelector('button')
  const { dismiss, reference } = $noticesWords.get()
  if (button !== null) button.textContent = dismiss
  const place = card.querySelector<HTMLElement>('[data-reference]')
  if (place !== null) place.textContent = reference({ reference: place.dataset.reference ?? '' })
}

function newIcon(name: keyof typeof noticeIcons): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(namespace, 'svg')
  icon.setAttribute('class', 'icon')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', noticeIcons[name])
  icon.append(path)
  return icon
}
