/** Money is counted in whole fils to avoid rounding errors. */
export const filsPerJod = 1000

/** The price of a scanned email, from the start of a month on. */
interface Price {
  /** `2024-01` */
  readonly from: string
  readonly fils: number
}

/** In the order of their months; the first one also holds for the time before it. */
export type Prices = readonly [Price, ...Price[]]

/**
 * 0.10 JOD for each scanned email (R365). A new price is added at the end and begins with a month to come,
 * because a month that has begun keeps its price (decision 0079).
 */
export const prices: Prices = [{ from: '2024-01', fils: 100 }]

/** The price of an email in a month: `2025-03`, or the month of a longer date. */
export function priceOf(month: string, list: Prices = prices): number {
  return (list.findLast(({ from }) => from <= month) ?? list[0]).fils
}
