/** Money is stored in whole fils to avoid rounding errors. */
const filsPerJod = 1000

/** 0.10 JOD for each scanned mail (R365). */
export const scanCostFils = 100

/** An amount as calls return it. */
export function jodOf(fils: number): number {
  return fils / filsPerJod
}

/** An amount for display, for example `1,234.50 JOD`, rounded half up (R004). */
export function formatFils(fils: number): string {
  const hundredths = Math.floor((fils + 5) / 10)
  const whole = Math.floor(hundredths / 100).toLocaleString('en')
  return `${whole}.${String(hundredths % 100).padStart(2, '0')} JOD`
}
