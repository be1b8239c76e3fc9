import type { LRUCache } from 'lru-cache'

/**
 * The options of a cache that forgets the oldest entries beyond a number. As a size, because the room
 * for a maximum number is allocated when the cache is made.
 */
export function atMost<Key extends {}, Value extends {}>(
  entries: number,
): LRUCache.Options<Key, Value, unknown> {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
