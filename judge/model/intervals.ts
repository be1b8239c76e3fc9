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

/** The probability of at most so many hits. */
function below(hits: number, total: number, p: number): number {
  if (p <= 0) return 1
  if (p >= 1) return hits >= total ? 1 : 0
  let logarithm = total * Math.log1p(-p)
  let sum = Math.exp(logarithm)
  for (let k = 1; k <= hits; k += 1) {
    logarithm += Math.log((total - k + 1) / k) + Math.log(p) - Math.log1p(-p)
    sum += Math.exp(logarithm)
  }
  return Math.min(1, sum)
}
