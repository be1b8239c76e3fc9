import './initial.css'

/** The initial of a user, shown next to the name. */
export function Initial({ letter }: { readonly letter: string }) {
  return (
    <span className="initial" aria-hidden="true">
      {letter}
    </span>
  )
}
