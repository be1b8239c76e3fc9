import * as v from 'valibot'
import { givenList, object } from '../core/basic.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { limits } from '../core/limits.ts'

/*
 * The JSON forms of WebAuthn, Level 3, section 5.1: what a server asks a browser, and what the browser
 * answers.
 */

const given = v.pipe(v.string(), v.maxLength(limits.credential), v.regex(/^[\w-]*$/))
const ours = v.string()

const publicKey = v.literal('public-key')
const verification = v.picklist(['required', 'preferred', 'discouraged'])
const residentKey = v.picklist(['required', 'preferred', 'discouraged'])

const knownCredential = object({
  id: ours,
  type: publicKey,
  transports: v.exactOptional(
    v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])),
  ),
})

/** PublicKeyCredentialRequestOptionsJSON, as far as Aman uses it. */
export const passkeyRequest = object({
  challenge: ours,
  timeout: v.exactOptional(v.number()),
  rpId: v.exactOptional(ours),
  userVerification: v.exactOptional(verification),
  allowCredentials: v.exactOptional(v.array(knownCredential)),
})

/** PublicKeyCredentialCreationOptionsJSON, as far as Aman uses it. */
export const passkeyCreation = object({
  rp: object({ id: v.exactOptional(ours), name: ours }),
  user: object({ id: ours, name: ours, displayName: ours }),
  challenge: ours,
  pubKeyCredParams: v.array(object({ alg: v.number(), type: publicKey })),
  timeout: v.exactOptional(v.number()),
  excludeCredentials: v.exactOptional(v.array(knownCredential)),
  authenticatorSelection: v.exactOptional(
    object({
      residentKey: v.exactOptional(residentKey),
      requireResidentKey: v.exactOptional(v.boolean()),
      userVerification: v.exactOptional(verification),
    }),
  ),
  attestation: v.exactOptional(v.picklist(['none', 'direct', 'enterprise', 'indirect'])),
})

const credential = {
  id: given,
  rawId: given,
  type: publicKey,
  authenticatorAttachment: v.nullish(v.picklist(['platform', 'cross-platform'])),
  // Nothing of it is read.
  clientExtensionResults: v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => ({})),
    ),
    {},
  ),
}

/** AuthenticationResponseJSON: what a passkey signed. Unknown fields are dropped. */
export const passkeyAssertion = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: given,
    authenticatorData: given,
    signature: given,
    userHandle: v.nullish(given),
  }),
})
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>

/** RegistrationResponseJSON: a new passkey. Unknown fields are dropped. */
export const passkeyRegistration = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: given,
    attestationObject: given,
    transports: v.optional(givenList(given, 10)),
  }),
})
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistration>

export const passkeyFields: FieldDescriptions = {
  options: 'What the browser asks of the passkey, in the JSON form of WebAuthn.',
  credential: 'What the browser answered, in the JSON form of WebAuthn.',
  rawId: 'The id again, as WebAuthn has it.',
  type: 'Always `public-key`.',
  authenticatorAttachment: {
    description: 'Whether the passkey is part of the device.',
    example: 'platform',
  },
  clientExtensionResults: { description: 'What extensions answered; not read.', example: {} },
  response: 'What the passkey signed, and how.',
  clientDataJSON: 'What the browser says of the request, in base64url.',
  authenticatorData: 'What the passkey says of itself, in base64url.',
  signature: 'The signature, in base64url.',
  userHandle: { description: 'The user that the passkey belongs to.', example: 'MDE5OGEzYzI' },
  attestationObject: 'The new public key, in base64url.',
  transports: { description: 'How the passkey can be reached.', example: ['internal'] },
  timeout: { description: 'Milliseconds that the browser waits.', example: 300_000 },
  rpId: 'The host that the passkey belongs to.',
  userVerification: 'Always `required`: a fingerprint, a face or a PIN.',
  allowCredentials: { description: "The user's passkeys, if the user is known.", example: [] },
  rp: 'The site that the passkey is for.',
  user: 'The user that the passkey is for.',
  displayName: 'The name of the user.',
  pubKeyCredParams: 'The algorithms that the server knows.',
  alg: 'An algorithm of COSE.',
  excludeCredentials: { description: 'Passkeys that the user has already.', example: [] },
  authenticatorSelection: 'What a passkey must be able to do.',
  residentKey: 'Always `required`: the passkey knows the user.',
  requireResidentKey: 'The same for older browsers.',
  attestation: 'Always `none`: which device it is does not matter.',
}
