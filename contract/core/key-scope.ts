/** The purpose of a mail gateway's key: to report mail, to read the flags of users, or to ask the judge. */
export const gatewayScopes = ['report', 'flags', 'analyse'] as const
export type GatewayScope = (typeof gatewayScopes)[number]

/** A key of an organization may also join its browsers by a policy (decision 0175). */
export const keyScopes = [...gatewayScopes, 'join'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The scope that a key needs for a call with this access. */
export const scopeOfAccess = {
  gateway: 'report',
  'flag-gateway': 'flags',
  'analysing-gateway': 'analyse',
  'joined-browser': 'join',
} as const satisfies Record<string, KeyScope>
export type GatewayAccess = keyof typeof scopeOfAccess

export function isForGateways(access: string): access is GatewayAccess {
  return access in scopeOfAccess
}
