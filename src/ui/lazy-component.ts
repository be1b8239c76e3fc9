import { type ComponentType, useEffect, useState } from 'react'

/** A part of the page whose code may still have to come. */
export interface Part {
  /** Undefined as long as the code is not there. */
  content(): ComponentType | undefined
  bring(): Promise<void>
}

export function here(component: ComponentType): Part {
  return { content: () => component, bring: () => Promise.resolve() }
}

export function later(load: () => Promise<ComponentType>): Part {
  let content: ComponentType | undefined
  return {
    content: () => content,
    async bring() {
      content ??= await load()
    },
  }
}

const soonMs = 2000

/**
 * Fetches a part once the page has had time for its first content. If that fails, the one who opens
 * the part is told. @returns what stops it
 */
export function preloadSoon(part: Part): () => void {
  const timer = setTimeout(() => part.bring().catch(() => undefined), soonMs)
  return () => clearTimeout(timer)
}

/**
 * Brings a part and draws it in the moment in which it is there. React's `lazy` cannot: it shows the
 * fallback even for code that has long come, and no fallback for less than 0.3 s.
 * @returns undefined until the code has come
 * @throws to the next `Boundary` if it does not
 */
export function useLazyComponent(part: Part): ComponentType | undefined {
  const [outcome, setOutcome] = useState<{ readonly of: Part; readonly failure?: unknown }>()
  const content = part.content()
  useEffect(() => {
    if (content !== undefined) return
    let isWanted = true
    part.bring().then(
      () => isWanted && setOutcome({ of: part }),
      (failure: unknown) => isWanted && setOutcome({ of: part, failure }),
    )
    return () => {
      isWanted = false
    }
  }, [part, content])
  if (content === undefined && outcome?.of === part) throw outcome.failure
  return content
}
