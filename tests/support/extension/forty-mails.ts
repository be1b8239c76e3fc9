import { businessMails, compromiseMails } from '../../../training/held-out/mails.ts'
import { arabicPhishing, honest, phishing } from './mails.ts'

const some = <Mail>(mails: readonly Mail[], count: number) =>
  mails.filter((_, index) => index % Math.floor(mails.length / count) === 0).slice(0, count)

/** Forty mails of both kinds and both languages. */
export const fortyMails: readonly Buffer[] = [
  ...[phishing, arabicPhishing, honest].map((it) => Buffer.from(it)),
  ...some(compromiseMails(), 20).map(({ raw }) => Buffer.from(raw)),
  ...some(businessMails(400), 17).map(({ raw }) => Buffer.from(raw)),
]
