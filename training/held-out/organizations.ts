import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { ibanOf } from './iban.ts'

const correspondentSchema = v.pipe(
  v.strictObject({
    name: v.string(),
    firm: v.string(),
    domain: v.string(),
    local: v.string(),
    account: v.pipe(v.string(), v.regex(/^[A-Z]{2} [A-Z0-9]+$/)),
  }),
  v.transform(({ name, firm, domain, local, account }) => {
    const [country = '', rest = ''] = account.split(' ')
    return { name, firm, address: `${local}@${domain}`, iban: ibanOf(country, rest) }
  }),
)

const organizationSchema = v.strictObject({
  name: v.string(),
  language: v.picklist(['en', 'ar']),
  domain: v.string(),
  directors: v.array(v.string()),
  people: v.array(v.string()),
  correspondents: v.array(correspondentSchema),
})

export type Organization = v.InferOutput<typeof organizationSchema>

const file = join(import.meta.dirname, 'organizations.yaml')

export function readOrganizations(): Organization[] {
  const found: unknown = parse(readFileSync(file, 'utf8'))
  return v.parse(v.array(organizationSchema), found)
}

/** Facts that an organization can tell the judge. */
export interface KnownFacts {
  readonly domains: readonly string[]
  readonly people: readonly string[]
  readonly correspondents: readonly string[]
  /** Which Authentication-Results count. */
  readonly authenticationServer: string
}

export function factsOf({ domain, directors, people, correspondents }: Organization): KnownFacts {
  return {
    domains: [domain],
    people: [...directors, ...people],
    correspondents: correspondents.map(({ address }) => address),
    authenticationServer: `mx.${domain}`,
  }
}
