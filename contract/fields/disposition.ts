/** What a gateway did with a mail: handed it over, held it back, or refused to take it. */
export const dispositions = ['delivered', 'quarantined', 'rejected'] as const
