import type { Knowledge } from '../knowledge.ts'
import { isFreeMail } from '../lists/lists.ts'
import { domainOf, nameOf, registeredDomain } from '../read/domain.ts'
import type { ReadMail } from '../read/read-mail.ts'
import type { Doubt } from './doubt.ts'
import { findByAddress, findByName, findSigner, type Person, readPeople } from './known-people.ts'
import { isSameName, type Name, readName, spellsFamily } from './people.ts'
import { ownTextOf } from './requests/sentences.ts'
import { poses } from './roles.ts'
import type { Sender } from './sender.ts'
import { type DoubtWeight, doubtWeights } from './weights.ts'

/** A colleague's name on an address that is not the organization's. */
export function colleagueOf(
  mail: ReadMail,
  { address, domain, isOwn, isKnown, isProven }: Sender,
  { people: all = [], domains = [] }: Knowledge,
): Doubt | undefined {
  if (isOwn || domain === '' || domains.length === 0) return undefined
  const { name } = mail.from
  const local = address.split('@')[0] ?? ''
  const people = readPeople(all)
  const sender = findByName(people, readName(name)) ?? findByAddress(people, local)
  const signer = sender ?? findSigner(people, signersOf(mail).map(readName))
  // A namesake at a firm that is known, and those who write to themselves.
  if (signer === undefined || (isKnown && isProven) || isRecipient(mail, signer)) return undefined
  if (signer.address?.toLowerCase() === address) return undefined
  const named =
    sender === undefined ? doubtWeights.colleagueUnderText : weightOf(address, signer.read)
  return {
    code: 'colleague_name_on_foreign_address',
    values: { name: signer.name, address },
    place: { part: 'from', text: `${name} <${address}>`.slice(0, 200) },
    weight: isKnown ? doubtWeights.knownColleague : named,
  }
}

const office =
  /(?:^|[^a-z])(?:ceo|cfo|coo|md|gm|exec(?:utive)?|director|chair(?:man)?|president|office|official|finance|accounts?|payments?|board|corporate|company|work|hr|desk)(?:[^a-z]|$)/

/** Private addresses name a person, at a provider for all or at a domain of the family. */
function weightOf(address: string, name: Name): DoubtWeight {
  const domain = domainOf(address)
  const isFree = isFreeMail(registeredDomain(domain))
  if (office.test(address.split('@')[0] ?? '') || (!isFree && poses.test(domain)))
    return doubtWeights.colleagueInOffice
  return isFree || spellsFamily(nameOf(domain), name)
    ? doubtWeights.colleague
    : doubtWeights.colleagueElsewhere
}

/** Possible names that stand alone in one of the last three lines. */
export function signersOf(mail: ReadMail): readonly string[] {
  const lines = ownTextOf(mail)
    .split('\n')
    .map((it) => it.trim())
    .filter((it) => it !== '')
  return lines
    .slice(1)
    .slice(-3)
    .filter((it) => it.length <= 60)
    .flatMap((it) => it.split(/[,،.|–-]/))
    .filter((it) => {
      const { words } = readName(it)
      return words.length >= 2 && words.length <= 4
    })
}

function isRecipient(mail: ReadMail, person: Person): boolean {
  const { address } = person
  return mail.to.some(
    (it) => it.address === address?.toLowerCase() || isSameName(readName(it.name), person.read),
  )
}
