import { useStore } from '@nanostores/react'
import { $late } from '../lib/core/api/late.ts'
import { $causesWords } from '../lib/core/words/causes.words.yaml'
import './spinner.css'

interface SpinnerProps {
  readonly label: string
}

/** Shows in words what is loading, also when that takes long; the ring is decorative. */
export function Spinner({ label }: SpinnerProps) {
  const words = useStore($causesWords)
  const late = useStore($late.reads)
  return (
    <div className="spinner" role="status">
      <span className="spinner-ring" aria-hidden="true" />
      <p>{label}</p>
      {late > 0 && <p className="spinner-late">{words.late}</p>}
    </div>
  )
}
