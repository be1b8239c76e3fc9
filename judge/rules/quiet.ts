import { brandOfSender } from '../features/brands.ts'
import { isAttachedPage, isDangerous } from '../features/build.ts'
import { seenText } from '../features/text.ts'
import type { Knowledge } from '../knowledge.ts'
import { hostOf, registeredDomain } from '../read/domain.ts'
import type { Link } from '../read/read-html.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { isWithin, type Sender } from './sender.ts'

/** Promises of strangers to all. */
const promise =
  /\b(?:bitcoins?|btc|usdt|ethereum|crypto|inheritance|next of kin|lottery|million (?:us )?(?:dollars|usd|euros?|pounds)|jackpot|casino|loan offer|guaranteed (?:profit|returns?))\b|بيتكوين|عملات رقمية|ميراث|مليون دولار|جائزة نقدية|أرباح مضمونة/i

/**
 * Whether a mail has nothing to open, and makes no promise: no link but to the sender's front page or to
 * sites that are known here, no file that can do harm, no form. Business mail between people is such.
 * Only an organization that knows its correspondents can judge it by the rules.
 */
export function isQuietMail(mail: ReadMail, sender: Sender, knowledge: Knowledge): boolean {
  if (knowledge.isCorrespondent === undefined) return false
  const { attachments, html, links, from } = mail
  if ((html?.forms ?? 0) > 0 || links.some((it) => leadsAway(it, sender, knowledge))) return false
  if (attachments.some((it) => isAttachedPage(it) || isDangerous(it) || it.isEncrypted))
    return false
  if (brandOfSender(from.name) !== undefined || mail.unread.includes('pictures')) return false
  return !promise.test(seenText(mail))
}

function leadsAway({ target }: Link, { registered }: Sender, knowledge: Knowledge): boolean {
  const host = hostOf(target)
  if (host === '') return /^(?:data|javascript|vbscript|blob):/i.test(target)
  const { domains = [], correspondentDomains = [] } = knowledge
  if (isWithin(host, domains) || isWithin(host, correspondentDomains)) return false
  const path = target.replace(/^(?:https?:)?\/\/[^/?#]*/i, '')
  return registeredDomain(host) !== registered || !/^\/?(?:index\.\w+|en\/?|ar\/?)?$/i.test(path)
}
