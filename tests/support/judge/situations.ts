import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { makeMail } from './mails.ts'

const situation = v.strictObject({
  from: v.string(),
  to: v.optional(v.string()),
  replyTo: v.optional(v.string()),
  /** The gateway's finding by DMARC; left out where it says nothing. */
  auth: v.optional(v.picklist(['pass', 'fail'])),
  reply: v.optional(v.boolean(), false),
  subject: v.string(),
  text: v.string(),
})

const organization = v.strictObject({
  domain: v.string(),
  people: v.record(v.string(), v.string()),
  correspondents: v.array(v.string()),
})

export interface Situation {
  readonly id: string
  readonly raw: Uint8Array
  readonly knowledge: Knowledge
}

const folder = join(import.meta.dirname, '../../../training/situations')

/** Mails that the rules were thought out on, with what their organization knows; for no measurement. */
export function readSituations(language: 'en' | 'ar', kind: 'attacks' | 'honest'): Situation[] {
  const facts = v.parse(v.record(v.string(), organization), read('organizations'))[language]
  if (facts === undefined) throw new Error(`No organization of ${language}`)
  const name = `${language}-${kind}`
  return v.parse(v.array(situation), read(name)).map((it, index) => ({
    id: `${name}-${index + 1} ${it.subject}`,
    raw: rawOf(it, facts.domain),
    knowledge: knowledgeOf(facts),
  }))
}

function read(name: string): unknown {
  return parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'))
}

function rawOf(it: v.InferOutput<typeof situation>, domain: string): Uint8Array {
  const { from, subject, text, auth, replyTo, reply } = it
  const headers = [
    `Received: from mail.sender.example (mail.sender.example [203.0.113.9]) by mx.${domain} with ESMTPS; Tue, 3 Mar 2026 09:14:00 +0000`,
    `Authentication-Results: mx.${domain}; ${auth === undefined ? 'none' : `dmarc=${auth}`}`,
    'Date: Tue, 3 Mar 2026 11:13:58 +0200',
    'Message-ID: <20260303111358.7741@mail.sender.example>',
    ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
    ...(reply ? [`In-Reply-To: <8123@${domain}>`] : []),
  ]
  return makeMail({ from, to: it.to ?? `office@${domain}`, subject, headers, body: text })
}

function knowledgeOf(facts: v.InferOutput<typeof organization>): Knowledge {
  const firms = facts.correspondents.filter((it) => !it.includes('@'))
  return {
    domains: [facts.domain],
    people: Object.entries(facts.people).map(([name, local]) => ({
      name,
      address: `${local}@${facts.domain}`,
    })),
    isCorrespondent: (address) =>
      facts.correspondents.some((it) => address === it || address.endsWith(`@${it}`)),
    correspondentDomains: firms,
    authservId: `mx.${facts.domain}`,
  }
}
