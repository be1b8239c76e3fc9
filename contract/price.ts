/** Money is counted in whole fils to avoid rounding errors. */
export const filsPerJod = 1000

/** 0.10 JOD for each scanned email (R365). */
export const scanCostFils = 100
