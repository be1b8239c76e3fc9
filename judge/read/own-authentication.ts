import type { Knowledge } from '../knowledge.ts'
import type { ReadMail } from './read-mail.ts'

export interface Authentication {
  readonly dmarc: string
  readonly spf: string
  readonly dkim: string
  /** The domains whose DKIM signatures are good. */
  readonly signers: readonly string[]
}

const goodSignature = /\bdkim=pass[^;]{0,200}?\bheader\.[di]=(?:[^@\s;]{0,64}@)?([a-z0-9.-]+)/gi

/**
 * The own gateway's findings about the sender: the topmost Authentication-Results, and only if it
 * begins with the gateway's name. Every sender may write such a header further down.
 */
export function ownAuthentication(
  mail: Pick<ReadMail, 'headers'>,
  knowledge: Knowledge,
): Authentication | undefined {
  if (knowledge.authentication !== undefined) {
    const { dmarc = 'none', spf = 'none', dkim = 'none' } = knowledge.authentication
    return { dmarc, spf, dkim, signers: [] }
  }
  if (knowledge.authservId === undefined) return undefined
  const topmost = mail.headers.find(({ key }) => key === 'authentication-results')?.value ?? ''
  const [id = ''] = topmost.trim().split(/[\s;]/, 1)
  if (id.toLowerCase() !== knowledge.authservId.toLowerCase()) return undefined
  const result = (method: string) =>
    new RegExp(`(?:^|[;\\s])${method}=([a-z]+)`, 'i').exec(topmost)?.[1]?.toLowerCase() ?? 'none'
  const signers = [...topmost.slice(0, 4000).matchAll(goodSignature)].map(([, it = '']) =>
    it.toLowerCase(),
  )
  return { dmarc: result('dmarc'), spf: result('spf'), dkim: result('dkim'), signers }
}
