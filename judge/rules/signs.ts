import type { Place } from '../judgement.ts'
import type { Knowledge } from '../knowledge.ts'
import { isFreeMail } from '../lists/lists.ts'
import { domainOf, registeredDomain } from '../read/domain.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { colleagueOf } from './colleague.ts'
import { lookalikeOf } from './lookalikes.ts'
import { isLeadingRole } from './people.ts'
import { isWithin, type Sender } from './sender.ts'
import type { Sign } from './sign.ts'
import { signWeights } from './weights.ts'

/** What is wrong with who sends a mail, or with who gets its answer. */
export function signsOf(mail: ReadMail, sender: Sender, knowledge: Knowledge): Sign[] {
  const { domain } = sender
  const place = placeOf(mail)
  const signs: Sign[] = []
  if (sender.isFailed) {
    const { isOwn, isKnown, isBulk } = sender
    const code = isOwn ? 'own_domain_forged' : 'authentication_failed'
    const ofOwn = isBulk ? signWeights.forgedByList : signWeights.forged
    const weight = isOwn ? ofOwn : isKnown && !isBulk ? signWeights.failedKnown : signWeights.failed
    signs.push({ code, values: { domain }, place, weight })
  }
  const colleague = colleagueOf(mail, sender, knowledge)
  if (colleague !== undefined) signs.push(colleague)
  if (!sender.isOwn) signs.push(...namesOf(mail, sender, knowledge, colleague !== undefined))
  const reply = replySign(mail, sender, knowledge, colleague !== undefined)
  if (reply !== undefined) signs.push(reply)
  return signs
}

function placeOf({ from }: ReadMail): Place {
  return { part: 'from', text: `${from.name} <${from.address}>`.slice(0, 200) }
}

/** Names of the organization, of its correspondents, or of a role that are not the sender's own. */
function namesOf(
  mail: ReadMail,
  { address, domain, registered, isKnown, isProven }: Sender,
  { domains = [], correspondentDomains = [] }: Knowledge,
  isColleague: boolean,
): Sign[] {
  if (isKnown && isProven) return []
  const place = placeOf(mail)
  const isFree = isFreeMail(registered)
  if (!isFree && !isKnown) {
    const alike = lookalikeSign(domain, domains, correspondentDomains, place)
    if (alike !== undefined) return [alike]
  }
  if (isKnown) return []
  const { name } = mail.from
  const shown = addressInName(name, [...domains, ...correspondentDomains])
  if (shown !== undefined)
    return [
      {
        code: 'name_shows_another_address',
        values: { shown, address },
        place,
        weight: signWeights.addressInName,
      },
    ]
  const text = joined(`${name} ${address.split('@')[0] ?? ''}`)
  const weight = isFree ? signWeights.firmOnFreeMail : signWeights.firmElsewhere
  const own = domains.find((it) => namesFirm(text, it))
  if (own !== undefined)
    return [{ code: 'own_name_on_foreign_address', values: { name, address }, place, weight }]
  const other = correspondentDomains.find((it) => namesFirm(text, it))
  if (other !== undefined) {
    const values = { name: name || address, other, address }
    return [{ code: 'correspondent_name_on_foreign_address', values, place, weight }]
  }
  if (!isColleague && isFree && isLeadingRole(name))
    return [
      { code: 'role_on_free_mail', values: { name, address }, place, weight: signWeights.role },
    ]
  return []
}

function lookalikeSign(
  domain: string,
  domains: readonly string[],
  correspondentDomains: readonly string[],
  place: Place,
): Sign | undefined {
  const own = lookalikeOf(domain, domains.map(registeredDomain))
  const found = own ?? lookalikeOf(domain, correspondentDomains)
  if (found === undefined) return undefined
  return {
    code: own === undefined ? 'lookalike_of_correspondent' : 'lookalike_of_own_domain',
    values: { domain: registeredDomain(domain), other: found.other },
    place,
    weight: signWeights[found.likeness],
  }
}

/** An address of some domains that a sender uses as their name. */
function addressInName(name: string, domains: readonly string[]): string | undefined {
  const [shown] = /[\w.+-]{1,64}@[\w.-]{3,100}/.exec(name.toLowerCase()) ?? []
  return shown !== undefined && isWithin(domainOf(shown), domains) ? shown : undefined
}

/** Letters and digits of a text, for finding the name of a firm in it, with or without spaces. */
function joined(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function namesFirm(text: string, domain: string): boolean {
  const name = domain.slice(0, domain.indexOf('.')).replaceAll('-', '')
  return name.length >= 6 && text.includes(name)
}

/** Answers that go to somebody else than the one who seems to write. */
function replySign(
  mail: ReadMail,
  { registered, address, isOwn, isKnown, isProven, isBulk }: Sender,
  { domains = [], correspondentDomains = [], isCorrespondent }: Knowledge,
  isColleague: boolean,
): Sign | undefined {
  const answer = mail.replyTo.find((it) => it.address !== '' && it.address !== address)
  if (answer === undefined || address === '') return undefined
  const domain = domainOf(answer.address)
  const site = registeredDomain(domain)
  const isFree = isFreeMail(site)
  if (site === registered && !isFree) return undefined
  if (isWithin(domain, domains) || isCorrespondent?.(answer.address) === true) return undefined
  const place: Place = { part: 'reply-to', text: answer.address.slice(0, 200) }
  const alike = isFree ? undefined : lookalikeSign(domain, domains, correspondentDomains, place)
  // A known firm may have its answers read elsewhere, under a name like its own.
  if (alike !== undefined && !(isProven && alike.weight === signWeights.addedWord)) return alike
  const isClaimed = (isOwn || isKnown || isColleague) && !isProven
  const plain = isFree ? signWeights.replyToFreeMail : signWeights.replyElsewhere
  if (isBulk && !isFree) return undefined
  return {
    code: isFree ? 'reply_to_free_mail' : 'reply_to_another_domain',
    values: { address: answer.address },
    place,
    weight: isClaimed ? signWeights.knownReplyElsewhere : plain,
  }
}
