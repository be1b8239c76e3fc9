import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'
import { productName } from '../../core/i18n/product.ts'

/** Requests of gateways that the server refused, by the reasons of the contract. */
export const $refusedMessages = i18n('refused', {
  title: 'What is refused',
  hint: 'Refused within the last day. The sender was told why, and its mail is not on the dashboards.',
  unknownTitle: 'Refused without a known key',
  unknownHint:
    'Their gateways may belong to any organization of this server. The cause is often an empty or wrong key in a file.',
  report: plural({ one: '{count} report', other: '{count} reports' }),
  flags: plural({ one: '{count} look at the flags', other: '{count} looks at the flags' }),
  requests: plural({ one: '{count} request', other: '{count} requests' }),
  once: params('{requests}: {time}'),
  between: params('{requests}: first {first}, last {last}'),
  of: params('{reason}, {requests}, last {time}'),

  no_key: 'No key',
  no_keyHint: 'Put the key into the file of the gateway.',
  unknown_key: 'Unknown key',
  unknown_keyHint:
    'Compare the key in the file of the gateway with the one that was issued, or issue a new one.',
  expired_key: 'Expired key',
  expired_keyHint: 'Set a later expiry, or issue a new key and put it into the gateway.',
  revoked_key: 'Revoked key',
  revoked_keyHint: 'Issue a new key, and put it into the gateway.',
  network: 'Network that is not allowed',
  networkHint:
    "The key's networks or GATEWAY_NETWORKS leave out the address of the gateway. Behind a proxy, TRUST_PROXY decides which address counts.",
  scope: 'Key for something else',
  scopeHint: 'Reports need the key that reports email, and flags the one that reads flags.',
  suspended: 'Suspended organization',
  suspendedHint: 'Its mail is not recorded until the organization is active again.',
  malformed: 'Unreadable request',
  malformedHint: `${productName} could not read it. Use the files below as they are.`,
})
