import { expect, test } from 'vitest'
import { notOffered } from '../../../server/sign-in/show-capabilities.ts'

const publicUrl = 'https://aman.firm.example'
const complete = { hasKey: true, publicUrl, linkOrigin: publicUrl }
const key = 'SECRETS_KEY'
const passkeys = 'PUBLIC_URL with https and a name'
const signOn = 'PUBLIC_URL'
const links = 'PUBLIC_URL and SMTP_URL'

test.each([
  [{}, []],
  [{ hasKey: false }, [key]],
  [{ publicUrl: 'http://aman.firm.example' }, [passkeys]],
  [{ publicUrl: 'https://192.0.2.1' }, [passkeys]],
  [{ linkOrigin: null }, [links]],
  [{ publicUrl: null, linkOrigin: null }, [passkeys, signOn, links]],
  [{ hasKey: false, publicUrl: null, linkOrigin: null }, [key, passkeys, links]],
] as const)('with %j a server names the settings that are missing', (settings, needs) => {
  expect(notOffered({ ...complete, ...settings }).map((left) => left.needs)).toEqual(needs)
})
