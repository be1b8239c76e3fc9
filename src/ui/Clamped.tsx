import { type ReactNode, useCallback, useState } from 'react'
import './clamped.css'

interface ClampedProps {
  readonly children: ReactNode
  readonly className?: string | undefined
}

function isCutOff({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement): boolean {
  return scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1
}

/** Text from outside, clamped to two lines; a press shows hidden text. */
export function Clamped({ children, className = '' }: ClampedProps) {
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const measure = useCallback((text: HTMLElement | null) => {
    if (text === null) return
    const observer = new ResizeObserver(() => setCut(isCutOff(text)))
    observer.observe(text)
    return () => observer.disconnect()
  }, [])

  if (!isCut && !isOpen) {
    return (
      <bdi ref={measure} className={`clamped ${className}`}>
        {children}
      </bdi>
    )
  }
  return (
    <button
      type="button"
      className="clamped-toggle"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <bdi ref={isOpen ? undefined : measure} className={`clamped ${className}`}>
        {children}
      </bdi>
    </button>
  )
}
