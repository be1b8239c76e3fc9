import { browser } from '../core/browser.ts'
import type { Shown } from '../core/messages.ts'
import { readSettings } from '../core/settings.ts'
import { speak } from '../core/speak.ts'

interface Badge {
  readonly text: string
  readonly color: string
}

/** A sign beside each colour; white is legible on all of them. */
const badges: Readonly<Record<Shown['level'] | 'unseen', Badge>> = {
  safe: { text: '✓', color: '#1c6b42' },
  suspicious: { text: '!', color: '#855500' },
  malicious: { text: '✕', color: '#a8271d' },
  unseen: { text: '?', color: '#46626b' },
}

/** The same verdict as in the page, where no page can hide or imitate it. */
export async function showInToolbar(tabId: number, { level, title }: Shown): Promise<void> {
  await show(tabId, badges[level], title)
}

export async function showState(tabId: number, state: 'unseen' | 'closed'): Promise<void> {
  const words = speak(await readSettings())
  const isUnseen = state === 'unseen'
  await show(tabId, isUnseen ? badges.unseen : undefined, isUnseen ? words.unseen : words.noMail)
}

/** A tab that is closed meanwhile has no toolbar. */
async function show(tabId: number, badge: Badge | undefined, title: string): Promise<void> {
  const { action } = browser
  await Promise.allSettled([
    action.setBadgeText({ tabId, text: badge?.text ?? '' }),
    ...(badge === undefined ? [] : [action.setBadgeBackgroundColor({ tabId, color: badge.color })]),
    action.setTitle({ tabId, title }),
  ])
}
