import { createServer, type ServerResponse } from 'node:http'
import { listenLocally } from '../listen-locally.ts'

/** A page after Roundcube's, which shows one mail by its number. */
export interface WebmailPage extends AsyncDisposable {
  readonly origin: string
  /** The address under which a mail is shown. */
  address(uid: number): string
  /** The paths of the sources that were asked for. */
  readonly asked: readonly string[]
}

interface Mail {
  readonly raw: string | Buffer
  /** Answers the source in its own way. */
  readonly answer?: (response: ServerResponse) => void
  /** The whole page, of another program than Roundcube. */
  readonly page?: string
  /** Stands in the page beside the mail. */
  readonly beside?: string
}

export async function startWebmailPage(
  mails: Readonly<Record<number, Mail>>,
): Promise<WebmailPage> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://webmail.example')
    const mail = mails[Number(searchParams.get('_uid'))]
    if (searchParams.get('_action') === 'viewsource') {
      asked.push(request.url ?? '')
      if (mail?.answer !== undefined) return mail.answer(response)
      response.setHeader('content-type', 'text/plain; charset=UTF-8')
      return response.end(mail?.raw)
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // As strict as a webmail can be.
    response.setHeader(
      'content-security-policy',
      "default-src 'self'; script-src 'unsafe-inline'; style-src 'self'; trusted-types 'none'; require-trusted-types-for 'script'",
    )
    if (mail?.page !== undefined) return response.end(mail.page)
    const shown = mail === undefined ? '' : '<div id="message-content">The mail</div>'
    response.end(
      `<!doctype html><title>Webmail</title><body class="task-mail action-show"><h1>Webmail</h1>${shown}${mail?.beside ?? ''}`,
    )
  })
  const listening = await listenLocally(server)
  const origin = `http://127.0.0.1:${listening.port}`
  return {
    ...listening,
    origin,
    asked,
    address: (uid) => `${origin}/?_task=mail&_action=show&_uid=${uid}&_mbox=INBOX`,
  }
}
