import { type ComponentType, createElement, startTransition, useEffect, useState } from 'react'
import { whileStaying } from '../lib/core/api/while-staying.ts'

/** A component whose code is loaded on demand. */
export interface LazyComponent<Props = object> {
  /** Undefined until the code is loaded. */
  content(): ComponentType<Props> | undefined
  load(): Promise<void>
}

export function eager(component: ComponentType): LazyComponent {
  return { content: () => component, load: () => Promise.resolve() }
}

export function lazy<Props = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let content: ComponentType<Props> | undefined
  let attempt: Promise<void> | undefined
  async function tryToLoad(): Promise<void> {
    try {
      content ??= await whileStaying(load)
    } finally {
      attempt = undefined
    }
  }
  function begin(): Promise<void> {
    attempt ??= tryToLoad()
    return attempt
  }
  return {
    content: () => content,
    // A caller that joins a failing attempt, for instance to preload the part, has one more.
    load: () => attempt?.catch(begin) ?? begin(),
  }
}

const soonMs = 2000

/**
 * Loads code, as that of a component, after the page has shown its first content. A failure is shown
 * only when the code is needed. @returns a function that stops it
 */
export function preloadSoon(part: { load(): Promise<unknown> }): () => void {
  const timer = setTimeout(() => part.load().catch(() => undefined), soonMs)
  return () => clearTimeout(timer)
}

/**
 * Loads a component and renders it as soon as its code is available. React's `lazy` shows a fallback
 * even for loaded code, and keeps it for at least 0.3 s.
 * @returns undefined until the code is loaded
 * @throws to the next `Boundary` if loading fails
 */
export function useLazyComponent<Props>(
  part: LazyComponent<Props>,
): ComponentType<Props> | undefined {
  const [outcome, setOutcome] = useState<{
    readonly of: LazyComponent<Props>
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

/**
 * Loads parts that stand below each other side by side, to be shown in their order: one that comes before
 * those above it would be pushed away by them.
 * @param parts the same array in each render
 * @returns how many can be shown; one that cannot be loaded counts, and says so itself
 */
export function useInOrder(parts: readonly Pick<LazyComponent, 'load'>[]): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isWanted = true
    const attempts = parts.map((part) => part.load().catch(() => undefined))
    async function follow() {
      for (const [index, attempt] of attempts.entries()) {
        await attempt
        if (isWanted) setCount(index + 1)
      }
    }
    void follow()
    return () => {
      isWanted = false
    }
  }, [parts])
  return count
}

/**
 * Calls once what is rendered now has been painted: what it loads would delay that.
 * @returns a function that stops it
 */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const paint = () => {
    // A task that is asked for in a frame runs when that frame is painted.
    timer = setTimeout(run)
  }
  // A page in the background has no frames.
  const frame = document.hidden ? paint() : requestAnimationFrame(paint)
  return () => {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
}

/** @returns whether the content that it was first rendered with has been painted */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}

/**
 * Loads an addition to content that is complete without it, after that content is painted.
 * @returns undefined until the code is loaded, and where it cannot be
 */
export function useLazyExtra<Props>(part: LazyComponent<Props>): ComponentType<Props> | undefined {
  const [, setLoaded] = useState(false)
  useEffect(
    () =>
      afterPaint(() => {
        part.load().then(
          // In a long list it is drawn many times, which inputs need not wait for.
          () => startTransition(() => setLoaded(true)),
          () => undefined,
        )
      }),
    [part],
  )
  return part.content()
}

/** Renders a component as soon as its code is loaded. */
export function Lazy({ part }: { readonly part: LazyComponent }) {
  const Content = useLazyComponent(part)
  return Content && createElement(Content)
}
