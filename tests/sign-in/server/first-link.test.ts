import { expect, test } from 'vitest'
import { type Claims, provenEmail } from '../../../server/sign-in/single-sign-on/identities.ts'

const other = 'https://id.cedar.example'
const google = 'https://accounts.google.com'
const tenant = '3f2a1b4c-5d6e-4f70-8a9b-0c1d2e3f4a5b'
const entra = `https://login.microsoftonline.com/${tenant}/v2.0`
const approved = new Set(['cedar.example'])
const address = 'Rania@Cedar.example'

function proven(issuer: string, claims: Record<string, unknown>): string | undefined {
  const all: Claims = { sub: 'a', iss: issuer, aud: 'client', exp: 0, iat: 0, ...claims }
  return provenEmail(issuer, all, approved)
}

test.each<[what: string, issuer: string, claims: Record<string, unknown>]>([
  ['a provider that proves it', other, { email_verified: true }],
  [
    'Google, for the Workspace of that domain',
    google,
    { email_verified: true, hd: 'cedar.example' },
  ],
  ['Entra, whose claim is a boolean', entra, { xms_edov: true }],
  ['Entra, whose claim is a number', entra, { xms_edov: 1 }],
  ['Entra, whose claim is a text', entra, { xms_edov: '1' }],
])('an address is proven by %s', (_what, issuer, claims) => {
  expect(proven(issuer, { email: address, ...claims })).toBe('rania@cedar.example')
})

test.each<[what: string, issuer: string, claims: Record<string, unknown>]>([
  ['a provider that says nothing about it', other, {}],
  ['a provider that says it in a text', other, { email_verified: 'true' }],
  ['a provider that only Microsoft may prove it for', other, { xms_edov: true }],
  ['Google without a Workspace', google, { email_verified: true }],
  ['Google, for another Workspace', google, { email_verified: true, hd: 'other.example' }],
  ['Google, unverified', google, { email_verified: false, hd: 'cedar.example' }],
  ['Entra, which has no such claim', entra, { email_verified: true }],
  ['Entra, which says that the domain is not proven', entra, { xms_edov: false }],
  ['Entra, which says so in a text', entra, { xms_edov: '0' }],
])('an address is not proven by %s', (_what, issuer, claims) => {
  expect(proven(issuer, { email: address, ...claims })).toBeUndefined()
})

test.each(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'])(
  'Entra for %s proves no address',
  (shared) => {
    const issuer = `https://login.microsoftonline.com/${shared}/v2.0`
    expect(proven(issuer, { email: address, xms_edov: true })).toBeUndefined()
  },
)

test.each(['rania@foreign.example', 'rania@sub.cedar.example', 'cedar.example', '', undefined])(
  'the address %o is not one of an approved domain',
  (email) => {
    expect(proven(other, { email, email_verified: true })).toBeUndefined()
  },
)
