import { join } from 'node:path'
import { judgeMail, judgeText } from '../../judge/judge.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { isFreeMail } from '../../judge/lists/lists.ts'
import type { HeldOutSet } from '../../judge/model/results.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import { domainOf, registeredDomain } from '../../judge/read/domain.ts'
import { businessMails, compromiseMails } from '../held-out/mails.ts'
import type { KnownFacts } from '../held-out/organizations.ts'
import { readLetterFile } from '../letters.ts'
import { generateMails } from '../render/mails.ts'
import { readTexts } from '../render/texts.ts'
import type { SourceMail } from '../sources.ts'
import { seed } from '../training-mails.ts'

/** One mail of each text, for several are not independent. */
const copies = 1
const families = join(import.meta.dirname, '../held-out/families')
const fluent = join(import.meta.dirname, '../held-out/fluent')

interface HeldOut extends SourceMail {
  readonly knowledge?: KnownFacts
}

/** Mails that no training has seen. */
export function heldOutMails(): Readonly<Record<HeldOutSet, readonly HeldOut[]>> {
  const compromise = compromiseMails()
  const own = [...generateMails(readTexts(families), seed, copies)]
  const of = (file: string, language: SourceMail['language']) =>
    own.filter(({ id }) => id.startsWith(`held-out-${language}-${file}-`))
  return {
    compromiseEnglish: compromise.filter(({ language }) => language === 'en'),
    compromiseArabic: compromise.filter(({ language }) => language === 'ar'),
    business: businessMails(),
    newKindsEnglish: of('new-kinds', 'en'),
    newKindsArabic: of('new-kinds', 'ar'),
    knownKindsEnglish: of('known-kinds', 'en'),
    knownKindsArabic: of('known-kinds', 'ar'),
    ordinaryEnglish: of('ordinary', 'en'),
    ordinaryArabic: of('ordinary', 'ar'),
    pastedEnglish: pasted('en', 'attacks'),
    pastedArabic: pasted('ar', 'attacks'),
    pastedOrdinary: [...pasted('en', 'honest'), ...pasted('ar', 'honest')],
  }
}

function pasted(language: SourceMail['language'], kind: 'attacks' | 'honest'): HeldOut[] {
  return readLetterFile(fluent, language, kind).map(({ subject, text, ...letter }) => ({
    ...letter,
    family: letter.id,
    raw: new TextEncoder().encode(`${subject}\n\n${text}`),
    isPasted: true,
  }))
}

/** Whether the shipped judge marks a mail, with its own threshold. */
export async function isMarked({ raw, knowledge, isPasted }: HeldOut): Promise<boolean> {
  const known = knowledge === undefined ? {} : knowledgeOf(knowledge)
  const options = { model: shippedModel }
  const { level } =
    isPasted === true
      ? await judgeText(new TextDecoder().decode(raw), known, options)
      : await judgeMail(raw, known, options)
  return level === 'suspicious'
}

/** An installation's knowledge of the mail's organization. */
function knowledgeOf(facts: KnownFacts): Knowledge {
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
    authservId: facts.authenticationServer,
  }
}
