import type { Place } from '../judgement.ts'
import type { Knowledge } from '../knowledge.ts'
import { isFreeMail } from '../lists/lists.ts'
import { domainOf, registeredDomain } from '../read/domain.ts'
import type { ReadMail } from '../read/read-mail.ts'
import type { Doubt } from './doubt.ts'
import { isLeadingRole, poses } from './roles.ts'
import { isWithin, type Sender } from './sender.ts'
import { doubtWeights } from './weights.ts'

/** Doubts about the sender of a mail, or about the address for answers. */
export async function doubtsOf(
  mail: ReadMail,
  sender: Sender,
  knowledge: Knowledge,
): Promise<Doubt[]> {
  const { domain } = sender
  const place = placeOf(mail)
  const doubts: Doubt[] = []
  if (sender.isFailed) {
    const { isOwn, isKnown, isBulk } = sender
    const code = isOwn ? 'own_domain_forged' : 'authentication_failed'
    const ofOwn = isBulk ? doubtWeights.forgedByList : doubtWeights.forged
    const weight = isOwn
      ? ofOwn
      : isKnown && !isBulk
        ? doubtWeights.failedKnown
        : doubtWeights.failed
    doubts.push({ code, values: { domain }, place, weight })
  }
  // It writes for others, and has the answers go to them.
  if (sender.isService) return doubts
  const colleague = await colleagueIn(mail, sender, knowledge)
  if (colleague !== undefined) doubts.push(colleague)
  if (!sender.isOwn)
    doubts.push(...(await namesOf(mail, sender, knowledge, colleague !== undefined)))
  const reply = await replyDoubt(mail, sender, knowledge, colleague !== undefined)
  if (reply !== undefined) doubts.push(reply)
  return doubts
}

/** A page knows no colleagues, and does not fetch how they are found. */
async function colleagueIn(mail: ReadMail, sender: Sender, knowledge: Knowledge) {
  if (knowledge.people === undefined) return undefined
  const { colleagueOf } = await import('./colleague.ts')
  return colleagueOf(mail, sender, knowledge)
}

function placeOf({ from }: ReadMail): Place {
  return { part: 'from', text: `${from.name} <${from.address}>`.slice(0, 200) }
}

/** Names of the organization, of its correspondents, or of a role that are not the sender's own. */
async function namesOf(
  mail: ReadMail,
  { address, domain, registered, isKnown, isProven }: Sender,
  { domains = [], correspondentDomains = [] }: Knowledge,
  isColleague: boolean,
): Promise<Doubt[]> {
  if (isKnown && isProven) return []
  const place = placeOf(mail)
  const isFree = isFreeMail(registered)
  if (!isFree && !isKnown) {
    const alike = await lookalikeDoubt(domain, domains, correspondentDomains, place)
    if (alike !== undefined) return [alike]
  }
  if (isKnown) return []
  const { name } = mail.from
  const shown = addressInName(name, domains, correspondentDomains)
  if (shown !== undefined)
    return [
      {
        code: 'name_shows_another_address',
        values: { shown, address },
        place,
        weight: doubtWeights.addressInName,
      },
    ]
  const text = joined(`${name} ${address.split('@')[0] ?? ''}`)
  const weight = isFree ? doubtWeights.firmOnFreeMail : doubtWeights.firmElsewhere
  const own = domains.find((it) => namesFirm(text, it))
  if (own !== undefined)
    return [{ code: 'own_name_on_foreign_address', values: { name, address }, place, weight }]
  const other = correspondentDomains.find((it) => namesFirm(text, it))
  if (other !== undefined) {
    const values = { name: name || address, other, address }
    return [{ code: 'correspondent_name_on_foreign_address', values, place, weight }]
  }
  if (!isColleague && (isFree || poses.test(domain)) && isLeadingRole(name))
    return [
      { code: 'role_on_free_mail', values: { name, address }, place, weight: doubtWeights.role },
    ]
  return []
}

/** A page knows no other domains, and does not fetch how one is taken for another. */
async function lookalikeDoubt(
  domain: string,
  domains: readonly string[],
  correspondentDomains: readonly string[],
  place: Place,
): Promise<Doubt | undefined> {
  if (domains.length + correspondentDomains.length === 0) return undefined
  const { lookalikeOf } = await import('./lookalikes.ts')
  const own = lookalikeOf(domain, domains.map(registeredDomain))
  const found = own ?? lookalikeOf(domain, correspondentDomains)
  if (found === undefined) return undefined
  return {
    code: own === undefined ? 'lookalike_of_correspondent' : 'lookalike_of_own_domain',
    values: { domain: registeredDomain(domain), other: found.other },
    place,
    weight: doubtWeights[found.likeness],
  }
}

/** An address of some domains that a sender uses as their name. */
function addressInName(
  name: string,
  ...domains: readonly (readonly string[])[]
): string | undefined {
  const [shown] = /[\w.+-]{1,64}@[\w.-]{3,100}/.exec(name.toLowerCase()) ?? []
  if (shown === undefined) return undefined
  return domains.some((it) => isWithin(domainOf(shown), it)) ? shown : undefined
}

/** Letters and digits of a text, for finding the name of a firm in it, with or without spaces. */
function joined(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function namesFirm(text: string, domain: string): boolean {
  const name = domain.slice(0, domain.indexOf('.')).replaceAll('-', '')
  return name.length >= 6 && text.includes(name)
}

/** Answers that go to another person than the one who seems to write. */
async function replyDoubt(
  mail: ReadMail,
  { registered, address, isOwn, isKnown, isProven, isBulk }: Sender,
  { domains = [], correspondentDomains = [], isCorrespondent }: Knowledge,
  isColleague: boolean,
): Promise<Doubt | undefined> {
  const answer = mail.replyTo.find((it) => it.address !== '' && it.address !== address)
  if (answer === undefined || address === '') return undefined
  const domain = domainOf(answer.address)
  const site = registeredDomain(domain)
  const isFree = isFreeMail(site)
  if (site === registered && !isFree) return undefined
  if (isWithin(domain, domains) || isCorrespondent?.(answer.address) === true) return undefined
  const place: Place = { part: 'reply-to', text: answer.address.slice(0, 200) }
  const alike = isFree
    ? undefined
    : await lookalikeDoubt(domain, domains, correspondentDomains, place)
  // A known firm may have its answers read elsewhere, under a name like its own.
  if (alike !== undefined && !(isProven && alike.weight === doubtWeights.addedWord)) return alike
  const isClaimed = (isOwn || isKnown || isColleague) && !isProven
  const plain = isFree ? doubtWeights.replyToFreeMail : doubtWeights.replyElsewhere
  if (isBulk && !isFree) return undefined
  return {
    code: isFree ? 'reply_to_free_mail' : 'reply_to_another_domain',
    values: { address: answer.address },
    place,
    weight: isClaimed ? doubtWeights.knownReplyElsewhere : plain,
  }
}
