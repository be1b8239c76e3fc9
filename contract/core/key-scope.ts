/**
 * What a gateway key is for: to report mail, to read the flags of the organization's users, or to
 * ask the judge.
 */
export const keyScopes = ['report', 'flags', 'analyse'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The scope that a key needs for a call with this access. */
export const scopeOfAccess = {
  gateway: 'report',
  'flag-gateway': 'flags',
  'analysing-gateway': 'analyse',
} as const satisfies Record<string, KeyScope>
export type GatewayAccess = keyof typeof scopeOfAccess

export function isForGateways(access: string): access is GatewayAccess {
  return access in scopeOfAccess
}
