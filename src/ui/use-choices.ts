import { useRef, useState } from 'react'
import type { ChoicePage, SearchChoices } from '../lib/core/ui-state/choices.ts'

interface Choices {
  /** The choices found so far; undefined until the first response. */
  readonly page: ChoicePage | undefined
  readonly hasFailed: boolean
  readonly find: (text: string) => Promise<void>
  /** Adds the next page, if there is one. */
  readonly findMore: () => Promise<void>
}

/** Loads choices in pages; only the response to the latest request counts. */
export function useChoices(search: SearchChoices): Choices {
  const [page, setPage] = useState<ChoicePage>()
  const [hasFailed, setFailed] = useState(false)
  const newest = useRef(0)
  const text = useRef('')
  const isAdding = useRef(false)

  async function request(cursor: string | undefined, before: ChoicePage['choices']) {
    newest.current += 1
    const mine = newest.current
    const found = await search(text.current, cursor).catch(() => undefined)
    if (mine !== newest.current) return
    isAdding.current = false
    setFailed(found === undefined)
    setPage(found && { ...found, choices: [...before, ...found.choices] })
  }

  return {
    page,
    hasFailed,
    find: (wanted) => {
      text.current = wanted
      return request(undefined, [])
    },
    findMore: async () => {
      if (page?.next === undefined || isAdding.current) return
      isAdding.current = true
      await request(page.next, page.choices)
    },
  }
}
