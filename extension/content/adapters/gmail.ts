import type { Adapter } from './adapter.ts'

/**
 * Gmail, after public descriptions of its page, and not tried on the real service. Only the parts that the
 * page shows are read.
 */
export const gmail: Adapter = {
  isProgram: (page) => page.querySelector('div[role=main]') !== null,

  findMail(page) {
    // The last message of a conversation that is open has its content drawn.
    const message = [...page.querySelectorAll('div[role=main] [data-message-id]')].findLast(
      (it) => it.querySelector('.a3s') !== null,
    )
    const place = message?.querySelector('.a3s')
    const sender = message?.querySelector('.gD[email]')
    if (!message || !place || !sender) return undefined
    const address = sender.getAttribute('email') ?? ''
    const subject = page.querySelector('div[role=main] h2.hP')?.textContent ?? ''
    return {
      key: message.getAttribute('data-message-id') ?? '',
      place,
      content: {
        kind: 'shown',
        mail: { name: sender.getAttribute('name') ?? '', address, subject, html: place.innerHTML },
      },
    }
  },
}
