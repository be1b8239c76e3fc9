import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import './tabs.css'

interface TabsProps<Name extends string> {
  readonly label: string
  /** Each tab in order. */
  readonly tabs: readonly Name[]
  readonly labels: Readonly<Record<Name, string>>
  /** Tabs that are visible but cannot be opened (R219). */
  readonly unreachable?: readonly string[]
  readonly active: Name
  readonly onOpen: (name: Name) => void
  readonly children: ReactNode
}

/** The ARIA tabs pattern: a single tab stop; arrows, Home and End move and open. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, labels, unreachable = [], active, onOpen, children } = props
  const id = useId()
  const isAtStart = useRef(true)
  // On a narrow window the tab strip scrolls, and the address may select its last tab.
  useEffect(() => {
    // The strip starts at the first tab; scrolling would cause another layout.
    if (isAtStart.current && active === tabs[0]) return
    isAtStart.current = false
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active, tabs[0]])

  function move(event: KeyboardEvent<HTMLDivElement>) {
    // From the tab with the focus: a second key may come before the first has been drawn.
    const from = tabs.findIndex((tab) => document.getElementById(`${id}-${tab}`) === event.target)
    const target = targetOf(event, from, tabs.length)
    const tab = target === undefined ? undefined : tabs[target]
    if (tab === undefined) return
    event.preventDefault()
    onOpen(tab)
    document.getElementById(`${id}-${tab}`)?.focus()
  }

  return (
    <>
      <div className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className="tab"
            aria-selected={tab === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab === active ? 0 : -1}
            onClick={() => onOpen(tab)}
          >
            {labels[tab]}
          </button>
        ))}
        {unreachable.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            className="tab"
            aria-selected={false}
            disabled
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        className="tab-panel"
        tabIndex={-1}
        aria-labelledby={`${id}-${active}`}
      >
        {children}
      </div>
    </>
  )
}

/** The tab that a key moves to; in right-to-left pages the arrows are mirrored. */
function targetOf(
  event: KeyboardEvent<HTMLDivElement>,
  active: number,
  count: number,
): number | undefined {
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (event.key === forward) return (active + 1) % count
  if (event.key === backward) return (active - 1 + count) % count
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  return undefined
}
