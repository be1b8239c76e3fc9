import './initial.css'

/** The letter that stands for somebody; the name is beside it. */
export function Initial({ letter }: { readonly letter: string }) {
  return (
    <span className="initial" aria-hidden="true">
      {letter}
    </span>
  )
}
