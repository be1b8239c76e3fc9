/** The colour and icon of each threat level. */
export const levelLooks = {
  safe: { tone: 'safe', icon: 'safe' },
  suspicious: { tone: 'caution', icon: 'warning' },
  malicious: { tone: 'danger', icon: 'malicious' },
} as const
