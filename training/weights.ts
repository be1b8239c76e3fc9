import { isOwnText, isSpamAssassin, type SourceMail } from './sources.ts'

/**
 * The weight of a mail in the training. Old mails are many; the 125 newsletters are the only real mail of
 * senders' systems; and advertisements of 2002 are not the phishing of today. The project's own texts are
 * eight mails each, so that one text counts as much as a few old mails.
 */
export function weightOf(mail: SourceMail): number {
  const { family, label } = mail
  if (mail.isPasted === true && !isOwnText(mail)) return 0.2
  if (mail.isPasted === true) return /^(?:letters|situations)-/.test(family) ? 0.3 : 0.45
  if (family.startsWith('others/')) return 0.4
  if (!isSpamAssassin(mail)) return 0.45
  if (label === 'attack') return 0.4
  return family.includes('/hard-ham') ? 20 : 1
}
