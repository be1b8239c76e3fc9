/** Money is counted in whole fils, so that nothing is ever lost in a fraction. */
const filsPerJod = 1000

/** 0.10 JOD for each mail that was scanned (R365). */
export const scanCostFils = 100

/** An amount as the calls tell it. */
export function jodOf(fils: number): number {
  return fils / filsPerJod
}

/** An amount as people read it, for instance `1,234.50 JOD`, rounded half up (R004). */
export function formatFils(fils: number): string {
  const hundredths = Math.floor((fils + 5) / 10)
  const whole = Math.floor(hundredths / 100).toLocaleString('en')
  return `${whole}.${String(hundredths % 100).padStart(2, '0')} JOD`
}
