/** The sessions of the site may make all calls of their user, those of a browser extension a few. */
export const sessionScopes = ['site', 'extension'] as const
export type SessionScope = (typeof sessionScopes)[number]
