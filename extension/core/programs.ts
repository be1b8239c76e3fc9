/** The programs that an adapter knows; only the first was tried on the real program. */
export const programs = ['roundcube', 'gmail', 'outlook'] as const
export type Program = (typeof programs)[number]
