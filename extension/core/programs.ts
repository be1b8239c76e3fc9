/** The programs that an adapter knows; the first two were tried on the real program. */
export const programs = ['roundcube', 'sqwebmail', 'gmail', 'outlook'] as const
export type Program = (typeof programs)[number]
