import { isSpamAssassin, type SourceMail } from './sources.ts'

/**
 * What a mail counts for in the training. Modern texts are few and old mails are many; the 125 newsletters
 * are the only real mail of senders' systems; and advertisements of 2002 are not the phishing of today.
 */
export function weightOf(mail: SourceMail): number {
  const { family, label } = mail
  if (!isSpamAssassin(mail)) return 2.5
  if (label === 'attack') return 0.4
  return family.includes('/hard-ham') ? 20 : 1
}
