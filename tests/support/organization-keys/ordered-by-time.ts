const time = /^(\w+\.)?(\w+_)?at( as \w+)?( asc| desc)?$/

/**
 * The queue of what is sent, which is no list. To order it by more would sort all of one time for each that
 * is taken.
 */
const queue = /next_attempt_at/

/** @returns whether a query orders rows by times alone, so that those of one time come in any order */
export function isOrderedByTimeAlone(text: string): boolean {
  const bare = text.replaceAll('"', '').replace(/\s+/g, ' ')
  // Of rows that are read by times alone, those of one time are the same.
  const [, selected = ''] = /^select (.+?) from /.exec(bare) ?? []
  if (queue.test(bare) || areTimes(selected)) return false
  // A function stands for its last argument.
  const orders = bare
    .replaceAll(/\w+\((?:[^()]*, )?([^(),]*)\)/g, '$1')
    .matchAll(/ order by ([^()]+)/g)
  return [...orders].some(([, keys = '']) => areTimes(keys.replace(/ (limit|offset) .*/, '')))
}

function areTimes(list: string): boolean {
  return list.split(',').every((key) => time.test(key.trim()))
}
