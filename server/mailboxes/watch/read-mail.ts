import type { FetchMessageObject } from 'imapflow'
import * as v from 'valibot'
import { limits } from '../../../contract/core/limits.ts'
import { domainOf, mailSender } from '../../../contract/core/mail-address.ts'
import { authentication } from '../../../contract/emails/authentication.ts'
import { ownAuthentication } from '../../../judge/read/own-authentication.ts'
import { cut, type Scan, subjectLine } from '../../emails/emails.ts'
import { type Header, readHeaders } from '../imap/open-imap.ts'

type Unjudged = Omit<Scan, 'recipient' | 'threat_level' | 'detection_reason' | 'indicators'>

/** A mail as its header shows it, before it is judged. */
export interface ReadMail {
  readonly headers: readonly Header[]
  readonly receivedAt: Date
  readonly scan: Unjudged
  /** In common with a report of rspamd about it; undefined without a Message-ID. */
  readonly identity: readonly string[] | undefined
}

/** @param authservId the name with which the server of the mailbox begins its results; empty for none */
export function readMail(message: FetchMessageObject, authservId: string, now: Date): ReadMail {
  const headers = readHeaders(message.headers)
  const { from = [], subject = '', messageId = '' } = message.envelope ?? {}
  const sender = v.safeParse(mailSender, from[0]?.address ?? '')
  const address = sender.success ? sender.output : ''
  const bare = messageId.trim().replace(/^<|>$/g, '')
  const id = cut(bare, limits.messageId - 2)
  const receivedAt = receiptOf(message, now)
  const found = authenticationOf(headers, authservId, domainOf(address))
  return {
    headers,
    receivedAt,
    identity: bare === '' ? undefined : ['message', bare, address, subject],
    scan: {
      sender: address,
      subject: subjectLine(subject),
      disposition: 'delivered',
      received_at: receivedAt.toISOString(),
      ...(found === undefined ? {} : { authentication: found }),
      ...(id === '' ? {} : { message_id: `<${id}>` }),
    },
  }
}

/** A server's clock may be ahead. */
function receiptOf({ internalDate }: FetchMessageObject, now: Date): Date {
  const date = new Date(internalDate ?? now)
  const isUsable = !Number.isNaN(date.getTime()) && date.getTime() > 0
  return isUsable && date < now ? date : now
}

/** Only results that the server of the mailbox added: the sender can write others further down. */
function authenticationOf(headers: readonly Header[], authservId: string, senderDomain: string) {
  if (authservId === '') return undefined
  const found = ownAuthentication({ headers: [...headers] }, { authservId })
  if (found === undefined) return undefined
  const { spf, dkim, dmarc } = found
  const read = (name: 'spf' | 'dkim' | 'dmarc', word: string) => {
    const parsed = v.safeParse(authentication, { [name]: word })
    return parsed.success ? parsed.output : {}
  }
  const results = { ...read('spf', spf), ...read('dkim', dkim) }
  const isOfSender = dmarc !== 'pass' || isAbout(headers, senderDomain)
  return isOfSender ? { ...results, ...read('dmarc', dmarc) } : results
}

/** A policy that passed for another domain than the sender's proves nothing about the sender. */
function isAbout(headers: readonly Header[], senderDomain: string): boolean {
  const { value = '' } = headers.find(({ key }) => key === 'authentication-results') ?? {}
  const named = /\bheader\.from=([a-z0-9.-]+)/i.exec(value)?.[1]?.toLowerCase()
  return named === undefined || named === senderDomain || senderDomain.endsWith(`.${named}`)
}
