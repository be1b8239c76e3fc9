import type { Program } from '../../core/browser.ts'

/**
 * SqWebMail shows a mail in a page of its own, whose first form names its file. The source is asked for by the
 * position in the folder, where another mail may stand after one is deleted.
 */
const sqwebmail: Adapter = {
  isProgram: (page) => page.querySelector('link[href$="/sqwebmail.css"]') !== null,

  findMail(page) {
    const place = page.querySelector('.message-rfc822-header')
    const read = (name: string) =>
      page.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value
    const [file, folder, pos] = ['posfile', 'folder', 'pos'].map(read)
    if (place === null || !file || !folder || !pos) return undefined
    const asked = (query: Readonly<Record<string, string>>) => {
      const address = new URL(page.location.pathname, page.location.href)
      address.search = `${new URLSearchParams({ folder, pos, ...query })}`
      return address.href
    }
    const name = baseOf(file)
    const check = {
      address: asked({ form: 'readmsg' }),
      isOpenMail: (answer: string) => {
        const [, given] = / name="posfile" value="([^"]*)"/.exec(answer) ?? []
        return given !== undefined && baseOf(given.replaceAll('&amp;', '&')) === name
      },
    }
    const source = asked({ form: 'fetch', download: '1' })
    return {
      key: `${folder} ${name}`,
      place,
      content: { kind: 'source', address: source, check },
    }
  },
}

/** A file's name has its flags behind a colon. */
const baseOf = (file: string) => file.replace(/:.*$/, '')

/** Roundcube shows a mail in a page of its own, or in a frame beside the list. */
const roundcube: Adapter = {
  isProgram: ({ body }) =>
    body.matches('.task-mail, .task-login, .task-settings, .task-addressbook'),

  findMail(page) {
    const place = page.querySelector('#messagecontent, #message-content, #messagebody')
    const asked = new URL(page.location.href).searchParams
    const isMail = ['show', 'preview'].includes(asked.get('_action') ?? '')
    const uid = asked.get('_uid')
    if (place === null || !isMail || uid === null) return undefined
    const folder = asked.get('_mbox') ?? 'INBOX'
    const source = { _task: 'mail', _action: 'viewsource', _uid: uid, _mbox: folder }
    const address = new URL(`?${new URLSearchParams(source)}`, page.location.href)
    return {
      key: `${folder} ${uid}`,
      place,
      content: { kind: 'source', address: address.href },
    }
  },
}

/**
 * Outlook on the web, after public descriptions of its page, and not tried on the real service. Only the
 * parts that the page shows are read.
 */
const outlook: Adapter = {
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

/**
 * Gmail, after public descriptions of its page, and not tried on the real service. Only the parts that the
 * page shows are read.
 */
const gmail: Adapter = {
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

/** A mail that a page shows. */
export interface OpenMail {
  /** The same as long as the same mail is shown, however often the page draws it anew. */
  readonly key: string
  /** The line stands before it. */
  readonly place: Element
  /** The mail as it arrived, from the program's own 'show source', or the parts that can be seen. */
  readonly content:
    | { readonly kind: 'source'; readonly address: string; readonly check?: Check }
    | { readonly kind: 'shown'; readonly mail: ShownMail }
}

/** Shows that the source's address, which may name another mail at any time, still names the open one. */
export interface Check {
  readonly address: string
  /** @param page the beginning of the answer */
  readonly isOpenMail: (page: string) => boolean
}

/** As much of a mail as a page shows. */
export interface ShownMail {
  readonly name: string
  readonly address: string
  readonly subject: string
  /** The content's markup. */
  readonly html: string
}

/** Knows the pages of one program; a page may be anything, and may change at any time. */
export interface Adapter {
  isProgram(page: Document): boolean
  /** @returns undefined while no mail is open */
  findMail(page: Document): OpenMail | undefined
}

const adapters: Readonly<Record<Program, Adapter>> = { roundcube, sqwebmail, gmail, outlook }

/** @returns undefined for a page that is not the program's, as a sign-in form of the firm's */
export function findAdapter(program: Program, page: Document): Adapter | undefined {
  const adapter = adapters[program]
  return adapter.isProgram(page) ? adapter : undefined
}
