import type { Adapter } from './adapter.ts'

/** Roundcube shows a mail in a page of its own, or in a frame beside the list. */
export const roundcube: Adapter = {
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
