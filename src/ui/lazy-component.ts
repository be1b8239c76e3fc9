import { type ComponentType, useEffect, useState } from 'react'

/** A part of the page whose code may still have to come. */
export interface LazyComponent {
  /** Undefined as long as the code is not there. */
  content(): ComponentType | undefined
  load(): Promise<void>
}

export function eager(component: ComponentType): LazyComponent {
  return { content: () => component, load: () => Promise.resolve() }
}

export function lazy(load: () => Promise<ComponentType>): LazyComponent {
  let content: ComponentType | undefined
  return {
    content: () => content,
    async load() {
      content ??= await load()
    },
  }
}

const soonMs = 2000

/**
 * Fetches a part once the page has had time for its first content. If that fails, the one who opens
 * the part is told. @returns what stops it
 */
export function preloadSoon(part: LazyComponent): () => void {
  const timer = setTimeout(() => part.load().catch(() => undefined), soonMs)
  return () => clearTimeout(timer)
}

/**
 * Brings a part and draws it in the moment in which it is there. React's `lazy` cannot: it shows the
 * fallback even for code that has long come, and no fallback for less than 0.3 s.
 * @returns undefined until the code has come
 * @throws to the next `Boundary` if it does not
 */
export function useLazyComponent(part: LazyComponent): ComponentType | undefined {
  const [outcome, setOutcome] = useState<{
    readonly of: LazyComponent
    readonly failure?: unknown
  }>()
  const content = part.content()
  useEffect(() => {
    if (content !== undefined) return
    let isWanted = true
    part.load().then(
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
