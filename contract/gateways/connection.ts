/** The systems that run an organization's mail. */
export const connectionProviders = [
  'postfix-rspamd',
  'mailcow',
  'other-gateway',
  'own-client',
] as const
export type ConnectionProvider = (typeof connectionProviders)[number]
