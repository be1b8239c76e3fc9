import type { Adapter } from './adapter.ts'

/**
 * Outlook on the web, after public descriptions of its page, and not tried on the real service. Only the
 * parts that the page shows are read.
 */
export const outlook: Adapter = {
  isProgram: (page) => page.querySelector('[role=main]') !== null,

  findMail(page) {
    const place = page.querySelector('[role=main] [id^="UniqueMessageBody"]')
    const sender = page.querySelector('[role=main] [data-testid="SenderPersona"] [title]')
    if (!place || !sender) return undefined
    const shown = sender.getAttribute('title') ?? ''
    const [, name = '', address = shown] = /^(.*?)\s*<([^<>]+)>$/.exec(shown) ?? []
    const subject = page.querySelector('[role=main] [role=heading][title]')?.getAttribute('title')
    return {
      key: place.id,
      place,
      content: {
        kind: 'shown',
        mail: { name, address, subject: subject ?? '', html: place.innerHTML },
      },
    }
  },
}
