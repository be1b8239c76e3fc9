import { paintFirst } from '../figures/paint.ts'
import { adminFigures } from './admin-figures.ts'

/* The inline script of the admin's dashboard (`FirstFigures.astro`). */
globalThis.firstFigures = paintFirst((answers, _, locale, links) =>
  adminFigures(answers, locale, links),
)
