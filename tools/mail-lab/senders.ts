import { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Zone } from './dns-stub.ts'
import type { Envelope } from './smtp-client.ts'

export interface Sender {
  readonly domain: string
  /** The address of its mail server, from the blocks that are reserved for documentation. */
  readonly address: string
  /** Whether it signs with DKIM and has a DMARC policy. */
  readonly proves: boolean
  /** The word of a list of domains that answers for it, for example 127.0.1.4: phishing. */
  readonly listed?: string
}

export interface ComposedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer | string }[]
  readonly replyTo?: string
  readonly messageId?: string
  /** The To header line where it is not the envelope's recipients. */
  readonly shownTo?: string
}

/** Senders on a made-up internet: a zone that answers for them, and mail that they send. */
export interface Internet {
  readonly zone: Zone
  /** @param sender whose server delivers it, and whose key signs it */
  compose(
    sender: Sender,
    mail: ComposedMail,
  ): Promise<{ readonly envelope: Envelope; readonly message: Buffer }>
}

const selector = 's1'
const nameOf = ({ domain }: Sender) => `mail.${domain}`

/** Signs with a key of its own, so that none is kept in the project. */
export function makeInternet(senders: readonly Sender[]): Internet {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = publicKey.replaceAll(/-----[^-]+-----|\s/g, '')
  const zone = Object.fromEntries(senders.flatMap((sender) => recordsOf(sender, key)))
  return {
    zone,
    async compose(sender, { from, to, shownTo, attachments, ...mail }) {
      const dkim = sender.proves
        ? { dkim: { domainName: sender.domain, keySelector: selector, privateKey } }
        : {}
      const transport = createTransport({ streamTransport: true, buffer: true, ...dkim })
      const { message } = await transport.sendMail({
        ...mail,
        ...(attachments === undefined ? {} : { attachments: [...attachments] }),
        from,
        to: shownTo ?? [...to],
      })
      if (!Buffer.isBuffer(message)) throw new Error('the mail is not in one piece')
      const client = { address: sender.address, name: nameOf(sender) }
      const address = /<(.+)>/.exec(from)?.[1] ?? from
      return { envelope: { client, from: address, to }, message }
    },
  }
}

function recordsOf(sender: Sender, key: string): [string, Zone[string]][] {
  const { domain, address, proves, listed } = sender
  const name = nameOf(sender)
  const reversed = address.split('.').reverse().join('.')
  return [
    [domain, { A: [address], MX: [name], TXT: [`v=spf1 ip4:${address} -all`] }],
    [name, { A: [address] }],
    [`${reversed}.in-addr.arpa`, { PTR: [name] }],
    ...(proves
      ? ([
          [`${selector}._domainkey.${domain}`, { TXT: [`v=DKIM1; k=rsa; p=${key}`] }],
          [`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=reject'] }],
        ] satisfies [string, Zone[string]][])
      : []),
    ...(listed === undefined
      ? []
      : ([[`${domain}.dbl.spamhaus.org`, { A: [listed] }]] satisfies [string, Zone[string]][])),
  ]
}
