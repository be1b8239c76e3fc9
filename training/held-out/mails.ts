import { Random } from '../random.ts'
import { pick } from '../render/fill.ts'
import type { SourceMail } from '../sources.ts'
import { compose } from './compose.ts'
import { readShortTexts, type ShortText } from './groups.ts'
import { factsOf, type KnownFacts, type Organization, readOrganizations } from './organizations.ts'
import { senderOf } from './senders.ts'
import { fillSlots } from './slots.ts'

export interface HeldOutMail extends SourceMail {
  readonly knowledge: KnownFacts
}

/** Each text of business e-mail compromise once, as a mail to an organization that knows its people. */
export function compromiseMails(seed = 1): HeldOutMail[] {
  const organizations = readOrganizations()
  return readShortTexts('compromise').map((text, at) =>
    mailOf(text, 'attack', text.id, organizations, new Random(seed * 1_000_003 + at)),
  )
}

/** Ordinary mails among colleagues and with known and new correspondents, text after text. */
export function businessMails(count = 3_000, seed = 1): HeldOutMail[] {
  const organizations = readOrganizations()
  const texts = readShortTexts('business')
  const mails: HeldOutMail[] = []
  for (let copy = 0; mails.length < count; copy += 1) {
    for (const text of texts.slice(0, count - mails.length)) {
      const random = new Random(seed * 2_000_003 + mails.length)
      mails.push(mailOf(text, 'ordinary', `${text.id}/${copy}`, organizations, random))
    }
  }
  return mails
}

function mailOf(
  text: ShortText,
  label: 'attack' | 'ordinary',
  id: string,
  organizations: readonly Organization[],
  random: Random,
): HeldOutMail {
  const { language, family, thread, attach } = text
  const organization = pick(
    random,
    organizations.filter((it) => it.language === language),
  )
  const recipient = pick(random, organization.people)
  const sender = senderOf(pick(random, text.from), organization, recipient, random)
  const fill = (part: string) => fillSlots(part, organization, sender, recipient, random)
  const content = {
    subject: fill(text.subject),
    body: fill(text.body),
    thread,
    attach: attach === undefined ? undefined : fill(attach),
    isAttack: label === 'attack',
  }
  const raw = Buffer.from(compose(content, sender, organization, recipient, random))
  return { id, label, family, language, raw, knowledge: factsOf(organization) }
}
