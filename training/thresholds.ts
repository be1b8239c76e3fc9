/** The scores from which at most so many of 1,000 ordinary mails are marked, by the scores of some that the model has not seen. */
export function thresholdsOf(scores: readonly number[]) {
  const ordinary = scores.toSorted((a, b) => b - a)
  return [1, 2, 5, 10, 20].map((perThousand) => {
    const at = Math.floor((ordinary.length * perThousand) / 1000)
    return { perThousand, score: Math.ceil((ordinary[at] ?? 1) * 1e4) / 1e4 }
  })
}
