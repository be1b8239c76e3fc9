/** The exact interval of Clopper and Pearson for a share, at 95 %. */
export function interval(hits: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1]
  const low = hits === 0 ? 0 : solve((p) => 1 - below(hits - 1, total, p), 0.025)
  const high = hits === total ? 1 : solve((p) => 1 - below(hits, total, p), 0.975)
  return [low, high]
}

/** The p at which a rising function takes a value. */
function solve(rising: (p: number) => number, value: number): number {
  let [from, to] = [0, 1]
  for (let step = 0; step < 60; step += 1) {
    const middle = (from + to) / 2
    if (rising(middle) < value) from = middle
    else to = middle
  }
  return (from + to) / 2
}

/** The probability of at most so many hits; its time hardly grows with their number. */
function below(hits: number, total: number, p: number): number {
  return hits >= total ? 1 : betaShare(1 - p, total - hits, hits + 1)
}

/** The regularized incomplete beta function, by its continued fraction. */
function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // On the other side of its middle the fraction converges slowly.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a)
  const first = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)
  let numerator = 1
  let denominator = 1 / (1 - ((a + b) * x) / (a + 1))
  let product = denominator
  let factor = 0
  for (let m = 1; Math.abs(factor - 1) > 1e-14 && m < 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    factor = 1
    for (const term of [even, odd]) {
      denominator = 1 / (1 + term * denominator)
      numerator = 1 + term / numerator
      factor *= numerator * denominator
    }
    product *= factor
  }
  return (Math.exp(first) / a) * product
}

/** Stirling's series, for which small numbers are moved up. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x)
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series
}
