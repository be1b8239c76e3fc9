/** What runs the mail of an organization. */
export const connectionProviders = [
  'postfix-rspamd',
  'mailcow',
  'other-gateway',
  'own-client',
] as const
export type ConnectionProvider = (typeof connectionProviders)[number]
