import * as v from 'valibot'
import { givenList, object, part, text } from '../core/basic.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { givenChallenge } from './factor.ts'

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
  id: field(ours, 'The id of a passkey, in base64url.', 'kZ0d3Vb1xT4mQ'),
  type: field(publicKey, 'Always `public-key`.'),
  transports: field(
    v.exactOptional(
      v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])),
    ),
    'How the passkey can be reached.',
    ['internal'],
  ),
})

/** PublicKeyCredentialRequestOptionsJSON, as far as Aman uses it. */
export const passkeyRequest = object({
  challenge: field(
    ours,
    'Names this sign-in until it is complete. It works once, in this browser.',
    'b0yQ2m7cXw',
  ),
  timeout: field(v.exactOptional(v.number()), 'Milliseconds that the browser waits.', 300000),
  rpId: field(
    v.exactOptional(ours),
    'The host that the passkey belongs to.',
    'aman.your-firm.example',
  ),
  userVerification: field(
    v.exactOptional(verification),
    'Always `required`: a fingerprint, a face or a PIN.',
  ),
  allowCredentials: field(
    v.exactOptional(v.array(knownCredential)),
    "The user's passkeys, if the user is known.",
  ),
})

/** PublicKeyCredentialCreationOptionsJSON, as far as Aman uses it. */
export const passkeyCreation = object({
  rp: part('The site that the passkey is for.', {
    id: field(v.exactOptional(ours), 'An id, in base64url.', 'aman.your-firm.example'),
    name: field(ours, 'A name to show.', 'Aman'),
  }),
  user: part('The user that the passkey is for.', {
    id: field(ours, 'An id, in base64url.', 'MDE5OGEzYzI'),
    name: field(ours, 'A name to show.', 'rania'),
    displayName: field(ours, 'The name of the user.', 'Rania Khoury'),
  }),
  challenge: passkeyRequest.entries.challenge,
  pubKeyCredParams: field(
    v.array(
      object({
        alg: field(v.number(), 'An algorithm of COSE.', -7),
        type: field(publicKey, 'Always `public-key`.'),
      }),
    ),
    'The algorithms that the server knows.',
  ),
  timeout: field(v.exactOptional(v.number()), 'Milliseconds that the browser waits.', 300000),
  excludeCredentials: field(
    v.exactOptional(v.array(knownCredential)),
    'Passkeys that the user has already.',
  ),
  authenticatorSelection: field(
    v.exactOptional(
      object({
        residentKey: field(
          v.exactOptional(residentKey),
          'Always `required`: the passkey knows the user.',
        ),
        requireResidentKey: field(v.exactOptional(v.boolean()), 'The same for older browsers.'),
        userVerification: passkeyRequest.entries.userVerification,
      }),
    ),
    'What a passkey must be able to do.',
  ),
  attestation: field(
    v.exactOptional(v.picklist(['none', 'direct', 'enterprise', 'indirect'])),
    'Always `none`: which device it is does not matter.',
  ),
})

const credential = {
  id: field(given, 'The id of the passkey, in base64url.', 'kZ0d3Vb1xT4mQ'),
  rawId: field(given, 'The id again, as WebAuthn has it.', 'kZ0d3Vb1xT4mQ'),
  type: field(publicKey, 'Always `public-key`.'),
  authenticatorAttachment: field(
    v.nullish(v.picklist(['platform', 'cross-platform'])),
    'Whether the passkey is part of the device.',
  ),
  // Nothing of it is read.
  clientExtensionResults: field(
    v.optional(
      v.pipe(
        v.unknown(),
        v.transform(() => ({})),
      ),
      {},
    ),
    'What extensions answered; not read.',
    {},
  ),
}

const clientDataJSON = field(
  given,
  'What the browser says of the request, in base64url.',
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
)

/** AuthenticationResponseJSON: what a passkey signed. Unknown fields are dropped. */
export const passkeyAssertion = v.object({
  ...credential,
  response: field(
    v.object({
      clientDataJSON,
      authenticatorData: field(
        given,
        'What the passkey says of itself, in base64url.',
        'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
      ),
      signature: field(given, 'The signature, in base64url.', 'MEUCIQDxT5m0'),
      userHandle: field(v.nullish(given), 'The user that the passkey belongs to.', 'MDE5OGEzYzI'),
    }),
    'What the passkey signed, and how.',
  ),
})
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>

/** RegistrationResponseJSON: a new passkey. Unknown fields are dropped. */
export const passkeyRegistration = v.object({
  ...credential,
  response: field(
    v.object({
      clientDataJSON: field(given, clientDataJSON, 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'),
      attestationObject: field(given, 'The new public key, in base64url.', 'o2NmbXRkbm9uZQ'),
      transports: field(v.optional(givenList(given, 10)), knownCredential.entries.transports, [
        'internal',
      ]),
    }),
    passkeyAssertion.entries.response,
  ),
})
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistration>

const challengeExample = 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A'

/** The answer at the beginning of a step with a passkey. */
export const passkeyQuestion = object({
  challenge: field(text, passkeyRequest.entries.challenge, challengeExample),
  options: field(
    passkeyRequest,
    'What the browser asks of the passkey, in the JSON form of WebAuthn.',
  ),
})

/** The challenge of a second step. */
export const challenge = field(givenChallenge, passkeyRequest.entries.challenge, challengeExample)

export const passkeyAnswer = v.strictObject({
  challenge,
  credential: field(passkeyAssertion, 'What the browser answered, in the JSON form of WebAuthn.'),
})
