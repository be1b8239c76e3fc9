import { judgeMail } from '../judge.ts'
import type { Knowledge } from '../knowledge.ts'
import { isFreeMail } from '../lists/lists.ts'
import { interval } from '../model/intervals.ts'
import { shippedModel } from '../model/shipped.ts'
import { domainOf, registeredDomain } from '../read/domain.ts'
import { businessMails, compromiseMails, type HeldOutMail } from './held-out/mails.ts'

/** What an installation would know of the mail's organization. */
function knowledgeOf({ knowledge: facts }: HeldOutMail): Knowledge {
  const addresses = new Set(facts.correspondents.map((it) => it.toLowerCase()))
  const firms = [...addresses]
    .map((address) => registeredDomain(domainOf(address)))
    .filter((domain) => !isFreeMail(domain))
  return {
    domains: facts.domains,
    people: facts.people.map((name) => ({ name })),
    isCorrespondent: (address) =>
      addresses.has(address) || firms.includes(registeredDomain(domainOf(address))),
    correspondentDomains: firms,
    ibans: { known: new Set(facts.ibans), hmac: (iban) => iban },
    authservId: facts.authenticationServer,
  }
}

async function marked(mails: readonly HeldOutMail[]) {
  const found = await Promise.all(
    mails.map(async (mail) => ({
      mail,
      level: (await judgeMail(mail.raw, knowledgeOf(mail), { model: shippedModel })).level,
    })),
  )
  return found.filter(({ level }) => level === 'suspicious').map(({ mail }) => mail)
}

function print(what: string, hits: number, total: number): void {
  const [low, high] = interval(hits, total).map((share) => (share * 100).toFixed(1))
  console.log(`${what}: ${hits} of ${total} marked (95 %: ${low} to ${high} %)`)
}

for (const language of ['en', 'ar'] as const) {
  const attacks = compromiseMails().filter((mail) => mail.language === language)
  print(`Business e-mail compromise, ${language}`, (await marked(attacks)).length, attacks.length)
}
const business = businessMails()
const wrong = await marked(business)
print('Ordinary business mail', wrong.length, business.length)
const templates = new Set(wrong.map(({ id }) => id.replace(/\/\d+$/, '')))
console.log(`Those are mails of ${templates.size} of 204 templates: ${[...templates].join(', ')}`)
