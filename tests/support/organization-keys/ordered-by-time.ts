/** Values that are the same in whatever order equal times come, and the queue of what is sent. */
const indifferent = /^select "?(\w+\.)?"?\w*_?at"?( as "?\w+"?)? from|next_attempt_at/

/** @returns whether a query orders by a time alone, so that rows of one time come in any order */
export function isOrderedByTimeAlone(text: string): boolean {
  const bare = text.replaceAll('"', '').replace(/\s+/g, ' ')
  if (indifferent.test(bare)) return false
  const orders = bare.matchAll(/ order by (.+?)(?= limit | offset |\) |\)?$)/g)
  return [...orders].some(([, keys = '']) => /(^|[ .(,])(\w+_)?at\)?( asc| desc)?$/.test(keys))
}
